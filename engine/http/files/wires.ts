import { Wire } from '../connections/wire.ts'
import type { Network } from '../network/network.ts'
import type { Surroundings } from './surroundings.ts'

const MOST_ORIGINS = 8
const CONNECTIONS_TO_ONE = 4

/** Connections to the origins that URLs lead to. */
export class Wires {
  readonly #surroundings: Surroundings
  readonly #requestTimeoutMs: number
  readonly #network: Network
  readonly #kept = new Map<string, Wire>()

  constructor(surroundings: Surroundings, requestTimeoutMs: number, network: Network) {
    this.#surroundings = surroundings
    this.#requestTimeoutMs = requestTimeoutMs
    this.#network = network
  }

  to(origin: string): Wire {
    // A connection from when more addresses were allowed is not reused.
    const key = `${this.#surroundings.kind} ${origin}`
    const known = this.#kept.get(key)
    if (known) return known
    if (this.#kept.size >= MOST_ORIGINS) {
      const [oldest, wire] = [...this.#kept][0]!
      this.#kept.delete(oldest)
      void wire.closeWhenIdle()
    }
    let connections = 0
    const wire = new Wire(origin, {
      connections: CONNECTIONS_TO_ONE,
      requestTimeoutMs: this.#requestTimeoutMs,
      mostBytes: 0,
      nextConnection: () => ++connections,
      network: this.#network,
      lookup: this.#surroundings.lookup,
    })
    this.#kept.set(key, wire)
    return wire
  }

  async close(): Promise<void> {
    await Promise.all([...this.#kept.values()].map((wire) => wire.close()))
  }
}
