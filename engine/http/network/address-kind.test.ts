import { expect, it } from 'vitest'
import { type AddressKind, kindOfAddress } from './address-kind.ts'

it.each<[string, AddressKind]>([
  ['93.184.216.34', 'public'],
  ['10.1.2.3', 'private'],
  ['172.31.0.1', 'private'],
  ['192.168.0.9', 'private'],
  ['fd00::1', 'private'],
  ['127.0.0.1', 'loopback'],
  ['0.0.0.0', 'loopback'],
  ['::', 'loopback'],
  ['169.254.1.1', 'link-local'],
  ['fe80::1%eth0', 'link-local'],
  ['169.254.169.254', 'metadata'],
  ['168.63.129.16', 'metadata'],
  ['224.0.0.1', 'nobody'],
  ['ff02::1', 'nobody'],
  ['what is no address', 'nobody'],
])('%s is %s', (address, kind) => {
  expect(kindOfAddress(address)).toBe(kind)
})

/** Each way in which IPv6 carries an IPv4 address. */
const CLOTHES: [string, (one: number, other: number) => string][] = [
  ['mapped', (one, other) => `::ffff:${hex(one)}:${hex(other)}`],
  ['compatible', (one, other) => `::${hex(one)}:${hex(other)}`],
  ['translated', (one, other) => `::ffff:0:${hex(one)}:${hex(other)}`],
  ['by NAT64', (one, other) => `64:ff9b::${hex(one)}:${hex(other)}`],
  ['by 6to4', (one, other) => `2002:${hex(one)}:${hex(other)}::1`],
  ['by ISATAP', (one, other) => `2606:2800:220:1:0:5efe:${hex(one)}:${hex(other)}`],
]
const hex = (word: number) => word.toString(16)

it.each(CLOTHES)('in the clothes of IPv6 it is what it is without them: %s', (_, dressed) => {
  const kindOf = (...[a, b, c, d]: [number, number, number, number]) => kindOfAddress(dressed(a * 256 + b, c * 256 + d))
  expect(kindOf(127, 0, 0, 1)).toBe('loopback')
  expect(kindOf(10, 1, 2, 3)).toBe('private')
  expect(kindOf(169, 254, 169, 254)).toBe('metadata')
  expect(kindOf(224, 0, 0, 1)).toBe('nobody')
  expect(kindOf(93, 184, 216, 34)).toBe('public')
})
