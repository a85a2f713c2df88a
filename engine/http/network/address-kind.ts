import { BlockList, isIP, isIPv4 } from 'node:net'

/**
 * The kind of network that an address belongs to. `metadata`: a cloud's metadata service, which hands out keys.
 * `special`: not the address of a single machine (multicast, reserved, documentation).
 */
export type AddressKind = 'public' | 'private' | 'loopback' | 'link-local' | 'metadata' | 'special'

/** The first match counts. */
const NETWORKS: Record<Exclude<AddressKind, 'public'>, string> = {
  metadata: `169.254.169.254/32 169.254.170.2/32 169.254.170.23/32 100.100.100.200/32 168.63.129.16/32 192.0.0.192/32
    fd00:ec2::254/128 fd00:ec2::23/128 fd20:ce::254/128`,
  loopback: '127.0.0.0/8 0.0.0.0/8 ::1/128 ::/128',
  'link-local': '169.254.0.0/16 fe80::/10',
  private: `10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 198.18.0.0/15
    fc00::/7 fec0::/10 64:ff9b:1::/48`,
  // Teredo (2001::/32) and 6to4 (2002::/16) are obsolete and can hide a private IPv4 address.
  special: `192.0.0.0/24 192.0.2.0/24 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3
    ff00::/8 100::/64 2001:db8::/32 3fff::/20 2001::/32 2002::/16`,
}

/** IPv6 prefixes that an IPv4 address follows: compatible, translated, NAT64. BlockList knows mapped ones (::ffff:0:0/96). */
const PREFIXES_OF_IPV4 = ['::', '::ffff:0:', '64:ff9b::']

const LISTS = Object.entries(NETWORKS).map(([kind, networks]) => {
  const list = new BlockList()
  for (const network of networks.split(/\s+/)) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6')
    if (isIPv4(address))
      for (const prefix of PREFIXES_OF_IPV4) list.addSubnet(`${prefix}${address}`, 96 + Number(bits), 'ipv6')
  }
  return [kind as AddressKind, list] as const
})

/** `address`: as URLs and resolvers write it; a zone such as `%eth0` is ignored. */
export function kindOfAddress(address: string): AddressKind {
  const bare = address.replace(/%.*/, '')
  const version = isIP(bare)
  if (version === 0) return 'special'
  return LISTS.find(([, list]) => list.check(bare, version === 4 ? 'ipv4' : 'ipv6'))?.[0] ?? 'public'
}
