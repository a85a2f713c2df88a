import { expect, it } from 'vitest'
import { type AddressKind, kindOfAddress } from './address-kind.ts'

const IPV4: [string, AddressKind][] = [
  ['93.184.216.34', 'public'],
  ['10.1.2.3', 'private'],
  ['172.31.0.1', 'private'],
  ['192.168.0.9', 'private'],
  ['127.0.0.1', 'loopback'],
  ['0.0.0.0', 'loopback'],
  ['169.254.1.1', 'link-local'],
  ['169.254.169.254', 'metadata'],
  ['168.63.129.16', 'metadata'],
  ['224.0.0.1', 'special'],
]

it.each<[string, AddressKind]>([
  ...IPV4,
  ['2606:2800:220:1::1', 'public'],
  ['fd00::1', 'private'],
  ['::', 'loopback'],
  ['::1', 'loopback'],
  ['fe80::1%eth0', 'link-local'],
  ['fd00:ec2::254', 'metadata'],
  ['ff02::1', 'special'],
  ['2002:7f00:1::1', 'special'],
  ['no address', 'special'],
])('%s is %s', (address, kind) => {
  expect(kindOfAddress(address)).toBe(kind)
})

it.each(['::ffff:', '::', '::ffff:0:', '64:ff9b::'])('%s with an IPv4 address is of the same kind', (prefix) => {
  for (const [address, kind] of IPV4) {
    const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
    const words = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
    expect(kindOfAddress(prefix + words), address).toBe(kind)
  }
})
