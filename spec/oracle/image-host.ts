import { BlockList, isIP } from 'node:net'

const NAMES = /(?:^|\.)localhost$|\.local$|\.internal$/

const ADDRESSES = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  ADDRESSES.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['::', 128],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  ADDRESSES.addSubnet(network, prefix, 'ipv6')
}

/**
 * Private, loopback, link-local or unspecified. Takes a host as WHATWG URLs normalise it (`0x7f.1` is 127.0.0.1 by then);
 * the block list sees through IPv4-mapped IPv6 by itself.
 */
export function isHostOfOnesOwn(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  const family = isIP(host)
  if (family === 0) return NAMES.test(host)
  return ADDRESSES.check(host, family === 4 ? 'ipv4' : 'ipv6')
}
