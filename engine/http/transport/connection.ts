import { fitsHttp2 } from './fits-http2.ts'
import { type ConnectionOptions, KeptSocket, type Sender } from './kept-socket.ts'
import { nodeSender } from './node-http.ts'
import { Excess, type RawRequest, ResponseReader } from './response-reader.ts'
import { undiciSender } from './undici-http.ts'

/** Limit of headers, chunk sizes and HTTP/2 padding, in times of the body. 1-byte chunks take 6. */
const FRAMING_TIMES = 8
const FRAMING_BYTES = 1024 * 1024

type Client = { socket: KeptSocket; sender: Sender }
type Kind = 'usual' | 'http1' | 'node'

/** Carries one request at a time over a kept socket, or over a second one if HTTP/2 cannot express the request. */
export class Connection {
  readonly #origin: string
  readonly #options: ConnectionOptions
  readonly #clients = new Map<Kind, Client>()
  #current: KeptSocket | undefined
  #reader: ResponseReader | undefined

  constructor(origin: string, options: ConnectionOptions) {
    this.#origin = origin
    this.#options = options
  }

  /** `byNode`: undici cannot read this server's responses. */
  send(request: RawRequest, mostBytes: number, byNode: boolean): ResponseReader {
    const isUsual = !this.#options.network.mayOfferHttp2(this.#origin) || fitsHttp2(request)
    const { socket, sender } = this.#clientFor(byNode ? 'node' : isUsual ? 'usual' : 'http1')
    if (socket.current) socket.current.bytesBefore = socket.current.carrier.bytesRead
    this.#current = socket
    this.#reader = new ResponseReader(request.mostBytes ?? mostBytes)
    sender.send(request, this.#reader)
    return this.#reader
  }

  /** Call it when the response has settled. `begun`: time of its request. */
  done(begun: number): { connection?: number; http2?: true; connected?: number } {
    this.#reader = undefined
    const socket = this.#current?.current
    if (!socket) return {}
    socket.bytesBefore = socket.carrier.bytesRead
    return {
      connection: socket.number,
      ...(socket.http2 && { http2: true as const }),
      ...(socket.openedAt >= begun && { connected: socket.openedAt }),
    }
  }

  /** HTTP clients do not limit padding, PING frames and unfinished lines, during or between requests. */
  closeIfFlooded(): void {
    for (const { socket: kept } of this.#clients.values()) {
      if (!kept.current) continue
      const { carrier, bytesBefore, socket } = kept.current
      const reader = kept === this.#current ? this.#reader : undefined
      const received = carrier.bytesRead - bytesBefore
      if (received <= (reader?.mostBytes ?? 0) * FRAMING_TIMES + FRAMING_BYTES) continue
      reader?.stop(new Excess(`${received} bytes received for one response`))
      socket.destroy()
    }
  }

  async destroy(): Promise<void> {
    for (const { socket } of this.#clients.values()) socket.isOver = true
    await Promise.all([...this.#clients.values()].map(({ sender }) => sender.destroy()))
  }

  #clientFor(kind: Kind): Client {
    const known = this.#clients.get(kind)
    if (known) return known
    const socket = new KeptSocket(this.#origin, this.#options, kind === 'usual')
    const client = { socket, sender: kind === 'node' ? nodeSender(socket) : undiciSender(socket) }
    this.#clients.set(kind, client)
    return client
  }
}
