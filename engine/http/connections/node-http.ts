import type * as Http from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import type { Header } from '../../history/entry/exchange.ts'
import { http } from '../network/builtin-http.ts'
import { withoutBlanks } from './field-value.ts'
import { Incoming, receivedSince } from './incoming.ts'
import { endWith } from './pieces-of-body.ts'
import { Excess, type LaneOptions, type Sending, type WireRequest } from './sending.ts'

/** One kept connection of Node's own client, which reads what undici does not: a 100 that nobody asked for, blanks around a length. */
export class NodeLane {
  readonly #origin: URL
  readonly #agent: Http.Agent
  readonly #options: LaneOptions
  #socket: Socket | undefined
  #isOver = false

  constructor(origin: string, options: LaneOptions) {
    this.#origin = new URL(origin)
    this.#options = options
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    this.#agent.createConnection = (_, done) => this.#open(done)
  }

  send(request: WireRequest, most: number): Sending {
    const { network } = this.#options
    const incoming = new Incoming(most, {
      received: receivedSince(network, () => this.#socket),
      onHead: () => network.answered(this.#socket),
      leave: () => goOnOnlyIf(false),
    })
    const sent = this.#ask(request)
    const stop = (reason: Error) => {
      sent.destroy(reason)
      incoming.isLeft(reason)
    }
    const goOnOnlyIf = (isWanted: boolean) => {
      if (!isWanted) sent.destroy(new Excess('more than is read'))
    }
    // Node leaves out what is more, where nobody says that all of it is wanted.
    sent.maxHeadersCount = 0
    sent.on('timeout', () => stop(Object.assign(new Error('no response in time'), { code: 'ETIMEDOUT' })))
    sent.on('error', (error) => incoming.fails(error))
    sent.on('information', () => goOnOnlyIf(incoming.comesEarly()))
    sent.on('response', (answer) => {
      const { statusCode, statusMessage = '', rawHeaders } = answer
      goOnOnlyIf(incoming.begins(statusCode!, statusMessage, inPairs(rawHeaders)))
      answer.on('data', (chunk: Buffer) => goOnOnlyIf(incoming.goesOn(chunk)))
      answer.on('end', () => incoming.ends())
      answer.on('error', (error) => incoming.fails(error))
    })
    endWith(sent, request)
    return { answer: incoming.answer, stop }
  }

  async destroy(): Promise<void> {
    this.#isOver = true
    this.#agent.destroy()
  }

  #ask(request: WireRequest): Http.ClientRequest {
    const { hostname, port } = this.#origin
    return http.request({
      agent: this.#agent,
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      method: request.method,
      path: request.path,
      headers: this.#headersOf(request),
      timeout: this.#options.limit,
      maxHeaderSize: BOUNDS.headBytes.most,
    })
  }

  #open(done: ((error: Error | null, stream: Duplex) => void) | undefined): undefined {
    const { network, limit, lookup, opened, connected } = this.#options
    network.open(this.#origin.origin, { protocols: ['http/1.1'], limit, lookup }).then(
      (socket) => {
        if (this.#isOver) socket.destroy()
        this.#socket = socket
        opened()
        connected()
        done?.(null, socket)
      },
      (error) => (done as ((error: Error) => void) | undefined)?.(error),
    )
  }

  /** As undici sends them: Node adds nothing to headers in a list. */
  #headersOf({ headers, body }: WireRequest): string[] {
    const length = body === undefined ? [] : ['content-length', String(Buffer.byteLength(body))]
    return ['host', this.#origin.host, 'connection', 'keep-alive', ...headers.flat(), ...length]
  }
}

const inPairs = (raw: readonly string[]) =>
  raw.flatMap((name, index): Header[] => (index % 2 === 0 ? [[name, withoutBlanks(raw[index + 1] ?? '')]] : []))
