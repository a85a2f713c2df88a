import { BlockList, isIP } from 'node:net'

export const NAMES_OF_ONES_OWN = /(?:^|\.)localhost$|\.local$|\.internal$/

export const NETWORKS_OF_ONES_OWN = {
  ipv4: [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
  ],
  ipv6: [
    ['::', 128],
    ['::1', 128],
    ['fc00::', 7],
    ['fe80::', 10],
  ],
} as const

const ADDRESSES = new BlockList()
for (const family of ['ipv4', 'ipv6'] as const) {
  for (const [network, prefix] of NETWORKS_OF_ONES_OWN[family]) ADDRESSES.addSubnet(network, prefix, family)
}

/** Private, loopback, link-local or unspecified. The host is WHATWG-normalised; the block list handles IPv4-mapped IPv6. */
export function isHostOfOnesOwn(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  const family = isIP(host)
  if (family === 0) return NAMES_OF_ONES_OWN.test(host)
  return ADDRESSES.check(host, family === 4 ? 'ipv4' : 'ipv6')
}
