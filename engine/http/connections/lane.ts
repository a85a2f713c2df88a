import { fitsHttp2 } from './fits-http2.ts'
import { type LaneOptions, Link, type Sender } from './link.ts'
import { nodeSender } from './node-http.ts'
import { Excess, Reply, type WireRequest } from './reply.ts'
import { undiciSender } from './undici-http.ts'

/** Beside the body: headers, chunk sizes, HTTP/2 padding. 1-byte chunks take 6 times the body. */
const FRAMING_TIMES = 8
const FRAMING_BYTES = 1024 * 1024

/** Carries one request at a time over one kept connection; over a second one if HTTP/2 cannot express the request. */
export class Lane {
  readonly #origin: string
  readonly #options: LaneOptions
  readonly #links = new Map<'usual' | 'http1' | 'node', { link: Link; sender: Sender }>()
  #current: Link | undefined
  #reply: Reply | undefined

  constructor(origin: string, options: LaneOptions) {
    this.#origin = origin
    this.#options = options
  }

  /** `byNode`: undici cannot read this server's responses. */
  send(request: WireRequest, mostBytes: number, byNode: boolean): Reply {
    const isUsual = !this.#options.network.mayOfferHttp2(this.#origin) || fitsHttp2(request)
    const { link, sender } = this.#linkFor(byNode ? 'node' : isUsual ? 'usual' : 'http1')
    if (link.connection) link.connection.bytesBefore = link.connection.carrier.bytesRead
    const reply = new Reply(request.mostBytes ?? mostBytes)
    this.#current = link
    this.#reply = reply
    sender.send(request, reply)
    return reply
  }

  /** Call it when the reply has settled. `begun`: when its request was sent. */
  done(begun: number): { connection?: number; http2?: true; connected?: number } {
    this.#reply = undefined
    const connection = this.#current?.connection
    if (!connection) return {}
    connection.bytesBefore = connection.carrier.bytesRead
    return {
      connection: connection.number,
      ...(connection.http2 && { http2: true as const }),
      ...(connection.openedAt >= begun && { connected: connection.openedAt }),
    }
  }

  /** HTTP clients do not count padding, PING frames and unfinished lines, during a request or between two. */
  closeIfFlooded(): void {
    for (const { link } of this.#links.values()) {
      if (!link.connection) continue
      const { carrier, bytesBefore, socket } = link.connection
      const reply = link === this.#current ? this.#reply : undefined
      const received = carrier.bytesRead - bytesBefore
      if (received <= (reply?.mostBytes ?? 0) * FRAMING_TIMES + FRAMING_BYTES) continue
      reply?.stop(new Excess(`${received} bytes received for one response`))
      socket.destroy()
    }
  }

  async destroy(): Promise<void> {
    const links = [...this.#links.values()]
    await Promise.all(
      links.map(({ link, sender }) => {
        link.isOver = true
        return sender.destroy()
      }),
    )
  }

  #linkFor(kind: 'usual' | 'http1' | 'node') {
    const known = this.#links.get(kind)
    if (known) return known
    const link = new Link(this.#origin, this.#options, kind === 'usual')
    const made = { link, sender: kind === 'node' ? nodeSender(link) : undiciSender(link) }
    this.#links.set(kind, made)
    return made
  }
}
