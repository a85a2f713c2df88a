import type { LookupFunction } from 'node:net'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import { Wire } from '../connections/wire.ts'
import type { Network } from '../network/network.ts'
import { type Surroundings, TooDeep } from './surroundings.ts'

type Kept = { wire: Wire; tooDeep?: TooDeep }

/** Connections to wherever urls lead, as many of them as a few places need. */
export class Elsewhere {
  readonly #surroundings: Surroundings
  readonly #requestTimeoutMs: number
  readonly #network: Network
  readonly #kept = new Map<string, Kept>()

  constructor(surroundings: Surroundings, requestTimeoutMs: number, network: Network) {
    this.#surroundings = surroundings
    this.#network = network
    this.#requestTimeoutMs = requestTimeoutMs
  }

  wireTo(origin: string): Wire {
    const key = this.#keyOf(origin)
    const known = this.#kept.get(key)
    if (known) return known.wire
    if (this.#kept.size >= BOUNDS.origins.most) {
      const [oldest, { wire }] = [...this.#kept][0]!
      this.#kept.delete(oldest)
      void wire.closeWhenIdle()
    }
    let connections = 0
    const wire = new Wire(origin, {
      connections: BOUNDS.connectionsToOne.most,
      requestTimeoutMs: this.#requestTimeoutMs,
      mostBytes: 0,
      nextConnection: () => ++connections,
      network: this.#network,
      lookup: (...asked) => this.#lookup(key, ...asked),
    })
    this.#kept.set(key, { wire })
    return wire
  }

  /** What keeps a host from being asked at all. */
  whyNot(hostname: string): TooDeep | undefined {
    return this.#surroundings.whyNot(hostname)
  }

  /** Where its name led, if that was deeper than it may be followed. */
  whyNotReached(url: string): TooDeep | undefined {
    return this.#kept.get(this.#keyOf(new URL(url).origin))?.tooDeep
  }

  async close(): Promise<void> {
    await Promise.all([...this.#kept.values()].map(({ wire }) => wire.close()))
  }

  /** A connection from when more was allowed is not used again. */
  #keyOf(origin: string): string {
    return `${this.#surroundings.kind} ${origin}`
  }

  #lookup(key: string, ...[host, options, done]: Parameters<LookupFunction>): void {
    this.#surroundings.lookup(host, options, (error, ...found) => {
      const kept = this.#kept.get(key)
      if (kept && error instanceof TooDeep) kept.tooDeep = error
      else if (kept) delete kept.tooDeep
      done(error, ...found)
    })
  }
}
