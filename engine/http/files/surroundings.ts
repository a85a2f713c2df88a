import { isIP, type LookupFunction } from 'node:net'
import { isOnThisMachine } from '../../config/target.ts'
import { type AddressKind, kindOfAddress } from '../network/address-kind.ts'
import { lookupBy, type Network } from '../network/network.ts'

/** From the most public to the least. */
const KINDS: readonly AddressKind[] = ['public', 'special', 'private', 'loopback', 'link-local', 'metadata']

/** The server may not send gatecheck to this address. */
export class ForbiddenAddress extends Error {
  override name = 'ForbiddenAddress'
  readonly code = 'FORBIDDEN_ADDRESS'
  constructor(host: string, kind: AddressKind) {
    super(
      kind === 'special'
        ? `${host} is not the address of a single machine`
        : `${host} is a ${kind} address, but the server's is not`,
    )
  }
}

/**
 * Where the URLs of a server may lead: to any public address, and to addresses of the kind that its responses really came
 * from. A DNS lookup frees nothing, because the server may own its name: it could resolve to 127.0.0.1 once and
 * to a public address from then on. If responses came from several kinds, the most public one counts.
 */
export class Surroundings {
  readonly #host: string
  readonly #origin: string
  readonly #network: Pick<Network, 'answeredFrom' | 'resolve'>
  readonly #isNamedByUser: boolean
  readonly #refused = new Map<string, ForbiddenAddress>()
  /** Leaves out forbidden addresses. net.connect connects to what it returns, so nothing can change in between. */
  readonly lookup: LookupFunction

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
      const allowed = found.filter(({ address }) => this.#isAllowed(host, kindOfAddress(address)))
      this.#refused.delete(bare(host))
      if (allowed.length > 0) return allowed
      const refusal = new ForbiddenAddress(host, kindOfAddress(found[0]?.address ?? ''))
      this.#refused.set(bare(host), refusal)
      throw refusal
    })
  }

  /** Changes only towards public. */
  get kind(): AddressKind {
    // The user typed the address, or a name that no server owns.
    if (isIP(this.#host)) return kindOfAddress(this.#host)
    if (isOnThisMachine({ hostname: this.#host })) return 'loopback'
    const answered = this.#network.answeredFrom(this.#origin)
    return KINDS.find((kind) => answered.has(kind)) ?? 'public'
  }

  /** Why a host is not contacted. net.connect looks up no literal address, so those are checked here. */
  whyNot(hostname: string): ForbiddenAddress | undefined {
    const host = bare(hostname)
    if (!isIP(host)) return undefined
    const kind = kindOfAddress(host)
    return this.#isAllowed(host, kind) ? undefined : new ForbiddenAddress(host, kind)
  }

  /** Why the last lookup of a host was refused, if it was. */
  whyNotResolved(hostname: string): ForbiddenAddress | undefined {
    return this.#refused.get(bare(hostname))
  }

  #isAllowed(host: string, kind: AddressKind): boolean {
    if (kind === 'public') return true
    const isItsHost = bare(host) === this.#host
    if (isItsHost && this.#isNamedByUser && this.#network.answeredFrom(this.#origin).size === 0) return true
    return kind === this.kind && (isItsHost || (kind !== 'metadata' && kind !== 'special'))
  }
}

const bare = (hostname: string) => hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase()
