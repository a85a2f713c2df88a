import { lookup as resolve } from 'node:dns'
import { lookup as resolveAll } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** From the most public to the most private: a server's url leads no deeper than the server itself is. */
const DEPTHS = ['public', 'private', 'loopback', 'link-local'] as const
export type Depth = (typeof DEPTHS)[number]

const RANGES: Record<Exclude<Depth, 'public'>, readonly string[]> = {
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'],
  loopback: ['127.0.0.0/8', '0.0.0.0/8', '::1/128', '::/128'],
  'link-local': ['169.254.0.0/16', 'fe80::/10'],
}

const lists = Object.entries(RANGES).map(([depth, ranges]) => {
  const list = new BlockList()
  for (const range of ranges) {
    const [address, bits] = range.split('/')
    list.addSubnet(address!, Number(bits), address!.includes(':') ? 'ipv6' : 'ipv4')
  }
  return [depth as Depth, list] as const
})

/** How private an address is; an IPv4 address in the clothes of IPv6 is what it is without them. */
export function depthOf(address: string): Depth {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  return lists.find(([, list]) => list.check(address, family))?.[0] ?? 'public'
}

export const depthOfHost = async (host: string): Promise<Depth> => {
  const bare = host.replace(/^\[|\]$/g, '')
  if (isIP(bare)) return depthOf(bare)
  const found = await resolveAll(bare, { all: true }).catch(() => [])
  return (
    found
      .map(({ address }) => depthOf(address))
      .sort(byDepth)
      .at(-1) ?? 'public'
  )
}

const byDepth = (one: Depth, other: Depth) => DEPTHS.indexOf(one) - DEPTHS.indexOf(other)

/** Where the tester itself stands, a url must not make it knock at doors that the server could not have meant for its clients. */
export const mayReach = (from: Depth, to: Depth) =>
  DEPTHS.indexOf(to) <= DEPTHS.indexOf(from) && (to !== 'link-local' || from === 'link-local')

export class TooDeep extends Error {
  override name = 'TooDeep'
  readonly code = 'TOO_DEEP'
  constructor(host: string, depth: Depth) {
    super(`${host} is a ${depth} address, and the server's own is not`)
  }
}

/** Names are looked up as usual; those of their addresses that may not be reached are left out. */
export function lookupWithin(from: Depth): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      const reachable = found.filter(({ address }) => mayReach(from, depthOf(address)))
      if (reachable.length === 0) return done(new TooDeep(host, depthOf(found[0]!.address)), [])
      if (options.all) return done(null, reachable)
      return done(null, reachable[0]!.address, reachable[0]!.family)
    })
  }
}
