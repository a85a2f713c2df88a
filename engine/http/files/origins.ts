import { isIP, type LookupFunction } from 'node:net'
import { isOnThisMachine } from '../../config/target.ts'
import { type AddressKind, kindOfAddress } from '../network/address-kind.ts'
import { lookupBy, type Network } from '../network/network.ts'
import { Transport } from '../transport/transport.ts'

/** From the most public to the least. */
const KINDS: readonly AddressKind[] = ['public', 'special', 'private', 'loopback', 'link-local', 'metadata']
const CONNECTIONS_TO_ONE = 4

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

type Options = {
  requestTimeoutMs: number
  /** The user named the first URL, which may have any address. */
  isNamedByUser?: boolean
}

/**
 * Connections to the origins of a server's URLs: to public addresses, and to addresses of the kind that its responses came
 * from; from several kinds, the most public one counts. A DNS lookup allows nothing, because the server may own its name:
 * it could resolve to 127.0.0.1 once and to a public address from then on.
 */
export class Origins {
  readonly #host: string
  readonly #origin: string
  readonly #network: Network
  readonly #options: Options
  readonly #refused = new Map<string, ForbiddenAddress>()
  readonly #transports = new Map<string, Transport>()
  /** Omits forbidden addresses. net.connect uses its result, so no second lookup can differ. */
  readonly lookup: LookupFunction

  constructor(origin: string, network: Network, options: Options) {
    this.#origin = new URL(origin).origin
    this.#host = bare(new URL(origin).hostname)
    this.#network = network
    this.#options = options
    this.lookup = lookupBy(network.resolve, (found, host) => {
      const allowed = found.filter(({ address }) => this.#isAllowed(host, kindOfAddress(address)))
      this.#refused.delete(bare(host))
      if (allowed.length > 0) return allowed
      const refusal = new ForbiddenAddress(host, kindOfAddress(found[0]?.address ?? ''))
      this.#refused.set(bare(host), refusal)
      throw refusal
    })
  }

  /** Why a host is not contacted. Checks literal addresses, which net.connect does not look up. */
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

  transportTo(origin: string): Transport {
    // By kind, so that a connection to an address that is now forbidden is not reused.
    const key = `${this.#kind} ${origin}`
    const known = this.#transports.get(key)
    if (known) return known
    let connections = 0
    const transport = new Transport(origin, {
      connections: CONNECTIONS_TO_ONE,
      requestTimeoutMs: this.#options.requestTimeoutMs,
      mostBytes: 0,
      nextConnection: () => ++connections,
      network: this.#network,
      lookup: this.lookup,
    })
    this.#transports.set(key, transport)
    return transport
  }

  async close(): Promise<void> {
    await Promise.all([...this.#transports.values()].map((transport) => transport.close()))
  }

  /** Changes only towards public. */
  get #kind(): AddressKind {
    // The user typed the address, or a name that no server owns.
    if (isIP(this.#host)) return kindOfAddress(this.#host)
    if (isOnThisMachine({ hostname: this.#host })) return 'loopback'
    const answered = this.#network.answeredFrom(this.#origin)
    return KINDS.find((kind) => answered.has(kind)) ?? 'public'
  }

  #isAllowed(host: string, kind: AddressKind): boolean {
    if (kind === 'public') return true
    const isItsHost = bare(host) === this.#host
    const isFirst = this.#network.answeredFrom(this.#origin).size === 0
    if (isItsHost && this.#options.isNamedByUser && isFirst) return true
    return kind === this.#kind && (isItsHost || (kind !== 'metadata' && kind !== 'special'))
  }
}

const bare = (hostname: string) => hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase()
