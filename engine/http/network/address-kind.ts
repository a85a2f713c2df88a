import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * Where an address leads, seen from here. `metadata`: what a cloud tells its own machines, keys included. `nobody`: no
 * single machine has it (multicast, broadcast, reserved, for documents only).
 */
export type AddressKind = 'public' | 'private' | 'loopback' | 'link-local' | 'metadata' | 'nobody'

/** The first that holds an address says what it is. */
const NETWORKS: Record<Exclude<AddressKind, 'public'>, readonly string[]> = {
  metadata: [
    '169.254.169.254/32',
    '169.254.170.2/32',
    '169.254.170.23/32',
    '100.100.100.200/32',
    '168.63.129.16/32',
    '192.0.0.192/32',
    'fd00:ec2::254/128',
    'fd00:ec2::23/128',
    'fd20:ce::254/128',
  ],
  loopback: ['127.0.0.0/8', '0.0.0.0/8', '::1/128', '::/128'],
  'link-local': ['169.254.0.0/16', 'fe80::/10'],
  // The last two of IPv4: of providers among themselves, and what some proxies give to every name.
  private: [
    '10.0.0.0/8',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '100.64.0.0/10',
    '198.18.0.0/15',
    'fc00::/7',
    'fec0::/10',
    '64:ff9b:1::/48',
  ],
  nobody: [
    '192.0.0.0/24',
    '192.0.2.0/24',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/3',
    'ff00::/8',
    '100::/64',
    '2001:db8::/32',
    '3fff::/20',
    // Teredo, whose addresses hide two others.
    '2001::/32',
  ],
}

/** IPv6 that carries an IPv4 address, from the sixteen-bit word on that is given. */
const CARRYING: readonly (readonly [network: string, word: number])[] = [
  ['::ffff:0:0/96', 6],
  ['::ffff:0:0:0/96', 6],
  ['64:ff9b::/96', 6],
  ['2002::/16', 1],
  ['::/96', 6],
]

const kinds = Object.entries(NETWORKS).map(([kind, networks]) => [kind as AddressKind, listOf(networks)] as const)
const carriers = CARRYING.map(([network, word]) => [listOf([network]), word] as const)

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address, bits] = network.split('/')
    list.addSubnet(address!, Number(bits), isIPv6(address!) ? 'ipv6' : 'ipv4')
  }
  return list
}

/** Of an address as URLs and resolvers write it; in the clothes of IPv6, IPv4 is what it is without them. */
export function kindOfAddress(address: string): AddressKind {
  // fe80::1%eth0
  const [bare = ''] = address.split('%')
  if (isIPv4(bare)) return kindIn(bare, 'ipv4')
  if (!isIPv6(bare)) return 'nobody'
  const own = kindIn(bare, 'ipv6')
  const carried = own === 'public' ? carriedBy(bare) : undefined
  return carried === undefined ? own : kindIn(carried, 'ipv4')
}

function kindIn(address: string, family: 'ipv4' | 'ipv6'): AddressKind {
  return kinds.find(([, list]) => list.check(address, family))?.[0] ?? 'public'
}

function carriedBy(address: string): string | undefined {
  const words = wordsOf(address)
  // A network of one's own may carry IPv4 in the interface part (ISATAP).
  const isIsatap = (words[4]! & 0xfdff) === 0 && words[5] === 0x5efe
  const word = isIsatap ? 6 : carriers.find(([list]) => list.check(address, 'ipv6'))?.[1]
  if (word === undefined) return undefined
  return [words[word]!, words[word + 1]!].flatMap((each) => [each >> 8, each & 0xff]).join('.')
}

/** The eight words of an IPv6 address, however it is written. */
function wordsOf(address: string): number[] {
  const hostname = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = hostname.split('::')
  const read = (text: string) => (text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16)))
  const [before, behind] = [read(head), read(tail ?? '')]
  return [...before, ...new Array<number>(8 - before.length - behind.length).fill(0), ...behind]
}
