import type { LookupFunction } from 'node:net'
import type { Network } from '../network/network.ts'
import { fitsHttp2 } from './fits-http2.ts'
import { Http2Lane, NotOffered } from './http2.ts'
import { NodeLane } from './node-http.ts'
import type { LaneOptions, Sending, WireRequest } from './sending.ts'
import { UndiciLane } from './undici-http.ts'

/** By the clock of `performance`: when a connection was at hand, and when it stood, where it was opened for this request. */
export type Instants = { begun: number; connected?: number }

/** Which connection it was, and that it speaks HTTP/2, if it does. */
export type Carrier = { connection?: number; http2?: true }

export type Connecting = {
  requestTimeoutMs: number
  nextConnection(): number
  network: Network
  /** Of names, where not every address may be reached. */
  lookup?: LookupFunction
}

type Opened = { connection?: number; connectedAt: number }

/** One kept connection of any of the clients, and which it was. */
export class Lane {
  readonly #origin: string
  readonly #connecting: Connecting
  readonly #undici: { opened: Opened; lane?: UndiciLane } = { opened: { connectedAt: 0 } }
  readonly #node: { opened: Opened; lane?: NodeLane } = { opened: { connectedAt: 0 } }
  readonly #http2: { opened: Opened; lane?: Http2Lane } = { opened: { connectedAt: 0 } }
  /** Of the client that was asked last. */
  #last: Opened = { connectedAt: 0 }

  constructor(origin: string, connecting: Connecting) {
    this.#origin = origin
    this.#connecting = connecting
  }

  start(request: WireRequest, mostBytes: number, isReadByNode: boolean): Sending {
    if (isReadByNode) {
      const { opened } = this.#node
      this.#last = opened
      this.#node.lane ??= new NodeLane(this.#origin, this.#optionsFor(opened))
      return this.#node.lane.send(request, mostBytes)
    }
    if (!this.#connecting.network.mayOfferHttp2(this.#origin) || !fitsHttp2(request))
      return this.#overUndici(request, mostBytes)
    const { opened } = this.#http2
    this.#last = opened
    this.#http2.lane ??= new Http2Lane(this.#origin, this.#optionsFor(opened))
    const hasNone = () => this.#connecting.network.hasNoHttp2(this.#origin)
    const sending = orInstead(this.#http2.lane.send(request, mostBytes), ({ socket }) => {
      hasNone()
      return this.#overUndici(request, mostBytes, socket)
    })
    // Whoever tries again does so over HTTP/1.1.
    sending.answer.catch((error) => error?.code === 'HTTP2_HTTP_1_1_REQUIRED' && hasNone())
    return sending
  }

  /** Of a request that was begun then. */
  connectionSince(begun: number): Instants & Carrier {
    const { connection, connectedAt } = this.#last
    return {
      begun,
      ...(connection !== undefined && { connection }),
      ...(this.#last === this.#http2.opened && { http2: true as const }),
      ...(connectedAt >= begun && { connected: connectedAt }),
    }
  }

  async destroy(): Promise<void> {
    await Promise.all([this.#undici, this.#node, this.#http2].map(({ lane }) => lane?.destroy()))
  }

  /** `socket`: a connection that is there already. */
  #overUndici(request: WireRequest, mostBytes: number, socket?: NotOffered['socket']): Sending {
    const { opened } = this.#undici
    this.#last = opened
    if (socket && this.#undici.lane) socket.destroy()
    this.#undici.lane ??= new UndiciLane(this.#origin, this.#optionsFor(opened), socket)
    return this.#undici.lane.send(request, mostBytes)
  }

  #optionsFor(now: Opened): LaneOptions {
    const { requestTimeoutMs: limit, nextConnection, lookup, network } = this.#connecting
    const opened = () => {
      now.connection = nextConnection()
    }
    const connected = () => {
      now.connectedAt = performance.now()
    }
    return { limit, network, opened, connected, ...(lookup && { lookup }) }
  }
}

/** The other way, where the first one turns out not to be there; nothing has been sent until then. */
function orInstead(first: Sending, other: (found: NotOffered) => Sending): Sending {
  let current = first
  const answer = first.answer.catch((error: unknown) => {
    if (!(error instanceof NotOffered)) throw error
    current = other(error)
    return current.answer
  })
  return { answer, stop: (reason) => current.stop(reason) }
}
