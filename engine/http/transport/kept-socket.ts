import type { LookupFunction, Socket } from 'node:net'
import type { Network, Opened } from '../network/network.ts'
import type { RawRequest, ResponseReader } from './response-reader.ts'

export type ConnectionOptions = {
  /** Also the limit of silence. */
  requestTimeoutMs: number
  /** Numbers the connections of a run. */
  nextConnection(): number
  network: Network
  /** May omit forbidden addresses. */
  lookup?: LookupFunction
}

export type Sender = { send(request: RawRequest, reader: ResponseReader): void; destroy(): unknown }

type OpenSocket = Opened & {
  number: number
  openedAt: number
  /** `bytesRead` when the current request was sent, or when the last response ended. */
  bytesBefore: number
}

/** The socket of an HTTP client. Reopened after the server has closed it. */
export class KeptSocket {
  readonly origin: string
  readonly options: ConnectionOptions
  current: OpenSocket | undefined
  /** undici does not report TLS errors at the end of a connection. */
  lastError: NodeJS.ErrnoException | undefined
  isOver = false
  readonly #http2: boolean

  constructor(origin: string, options: ConnectionOptions, http2: boolean) {
    this.origin = origin
    this.options = options
    this.#http2 = http2
  }

  async open(): Promise<Socket> {
    const { network, nextConnection, requestTimeoutMs: limit, lookup } = this.options
    this.current = undefined
    this.lastError = undefined
    const http2 = this.#http2 && network.mayOfferHttp2(this.origin)
    const opened = await network.open(this.origin, { http2, limit, lookup })
    this.current = { ...opened, number: nextConnection(), openedAt: performance.now(), bytesBefore: 0 }
    opened.socket.once('error', (error) => {
      this.lastError = error
    })
    if (!this.isOver) return opened.socket
    opened.socket.destroy()
    throw new Error('the connection is not needed any more')
  }

  /** Records the connection at its first response. */
  answered(): void {
    if (!this.current?.way) return
    this.options.network.hasAnswered(this.current.way)
    delete this.current.way
  }
}
