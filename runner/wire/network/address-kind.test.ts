import { expect, it } from 'vitest'
import { type AddressKind, kindOfAddress } from './address-kind.ts'

it.each<[string, AddressKind]>([
  ['93.184.216.34', 'public'],
  ['2606:2800:220:1::1', 'public'],
  ['172.32.0.1', 'public'],
  ['10.1.2.3', 'private'],
  ['172.31.0.1', 'private'],
  ['192.168.0.9', 'private'],
  ['100.64.0.1', 'private'],
  ['198.18.0.1', 'private'],
  ['fd00::1', 'private'],
  ['fec0::1', 'private'],
  ['64:ff9b:1::a00:1', 'private'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['0.0.0.0', 'loopback'],
  ['::1', 'loopback'],
  ['::', 'loopback'],
  ['169.254.1.1', 'link-local'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local'],
  ['169.254.169.254', 'metadata'],
  ['169.254.170.2', 'metadata'],
  ['100.100.100.200', 'metadata'],
  ['168.63.129.16', 'metadata'],
  ['fd00:ec2::254', 'metadata'],
  ['224.0.0.1', 'nobody'],
  ['255.255.255.255', 'nobody'],
  ['240.0.0.1', 'nobody'],
  ['192.0.2.1', 'nobody'],
  ['ff02::1', 'nobody'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'nobody'],
  ['what is no address', 'nobody'],
])('%s is %s', (address, kind) => {
  expect(kindOfAddress(address)).toBe(kind)
})

/** Each way in which IPv6 carries an IPv4 address. */
const CLOTHES: [string, (one: number, other: number) => string][] = [
  ['mapped', (one, other) => `::ffff:${hex(one)}:${hex(other)}`],
  ['mapped, all digits written', (one, other) => `0:0:0:0:0:FFFF:${hex(one)}:${hex(other)}`],
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

it.each([
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://127.0.0.1./',
  'http://%31%32%37.0.0.1/',
  'http://１２７.0.0.1/',
  'http://93.184.216.34@127.0.0.1/',
  'http://0/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::127.0.0.1]/',
])('what %s names is this machine', (url) => {
  expect(kindOfAddress(new URL(url).hostname.replace(/^\[|\]$/g, ''))).toBe('loopback')
})
