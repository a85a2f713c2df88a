import { isIP, type LookupFunction } from 'node:net'
import { isOnThisMachine } from '../../config/target.ts'
import { type AddressKind, kindOfAddress } from '../network/address-kind.ts'
import { lookupBy, type Network } from '../network/network.ts'

/** From public addresses to those that only this machine should reach. */
const DEPTHS: readonly AddressKind[] = ['public', 'nobody', 'private', 'loopback', 'link-local', 'metadata']

/** The server may not send gatecheck to this address. */
export class TooDeep extends Error {
  override name = 'TooDeep'
  readonly code = 'TOO_DEEP'
  constructor(host: string, kind: AddressKind) {
    super(
      kind === 'nobody'
        ? `${host} is not the address of a single machine`
        : `${host} is a ${kind} address, but the server's is not`,
    )
  }
}

/**
 * Where the URLs of a server may lead: to any public address, and to addresses of the kind that its answers really came
 * from. A DNS lookup frees nothing, because the server may own its name: it could resolve to 127.0.0.1 once and
 * to a public address from then on. Where answers came from several kinds, the most public one counts.
 */
export class Surroundings {
  readonly #host: string
  readonly #origin: string
  readonly #network: Pick<Network, 'answeredFrom' | 'resolve'>
  readonly #isNamedByUser: boolean

  /** `isNamedByUser`: the first URL is from the user, who may name any address. */
  constructor(
    origin: string,
    network: Pick<Network, 'answeredFrom' | 'resolve'>,
    { isNamedByUser = false }: { isNamedByUser?: boolean } = {},
  ) {
    this.#origin = new URL(origin).origin
    this.#host = bare(new URL(origin).hostname)
    this.#network = network
    this.#isNamedByUser = isNamedByUser
    this.lookup = lookupBy(network.resolve, (found, host) => {
      const reachable = found.filter(({ address }) => this.#mayReach(host, kindOfAddress(address)))
      if (reachable.length === 0) throw new TooDeep(host, kindOfAddress(found[0]?.address ?? ''))
      return reachable
    })
  }

  /** Changes only towards public. */
  get kind(): AddressKind {
    // The user typed where it is, and no server owns these names.
    if (isIP(this.#host)) return kindOfAddress(this.#host)
    if (isOnThisMachine({ hostname: this.#host })) return 'loopback'
    const answered = this.#network.answeredFrom(this.#origin)
    return DEPTHS.find((kind) => answered.has(kind)) ?? 'public'
  }

  /** Leaves out the addresses that may not be reached. net.connect connects to what it returns, so nothing can change in between. */
  readonly lookup: LookupFunction

  /** Why a host that is written as an address is not asked: net.connect calls no lookup for it. */
  whyNot(hostname: string): TooDeep | undefined {
    const host = bare(hostname)
    if (!isIP(host)) return undefined
    const kind = kindOfAddress(host)
    return this.#mayReach(host, kind) ? undefined : new TooDeep(host, kind)
  }

  #mayReach(host: string, kind: AddressKind): boolean {
    if (kind === 'public') return true
    const isItsHost = bare(host) === this.#host
    if (isItsHost && this.#isNamedByUser && this.#network.answeredFrom(this.#origin).size === 0) return true
    return kind === this.kind && (isItsHost || (kind !== 'metadata' && kind !== 'nobody'))
  }
}

const bare = (hostname: string) => hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase()
