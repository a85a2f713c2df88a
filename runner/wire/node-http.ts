import * as http from 'node:http'
import * as https from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import type { Header } from '../history/exchange.ts'
import { withoutBlanks } from './field-value.ts'
import { BrokenOff, type Sending, type WireRequest } from './sending.ts'

type Told = { limit: number; opened: () => void; connected: () => void; lookup?: LookupFunction }

/** One kept connection of Node's own client, which reads what undici does not: a 100 that nobody asked for, blanks around a length. */
export class NodeLane {
  readonly #origin: URL
  readonly #agent: http.Agent
  readonly #seen = new WeakSet<Socket>()
  readonly #limit: number
  readonly #opened: () => void
  readonly #connected: () => void

  /** `opened` is told of each new connection, `connected` when it stands. */
  constructor(origin: string, { limit, opened, connected, lookup }: Told) {
    this.#origin = new URL(origin)
    const { Agent } = this.#origin.protocol === 'https:' ? https : http
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1, ...(lookup && { lookup }) })
    this.#limit = limit
    this.#opened = opened
    this.#connected = connected
  }

  send(request: WireRequest, most: number): Sending {
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<Sending['answer']>>()
    const { hostname, port, protocol } = this.#origin
    const ask = protocol === 'https:' ? https.request : http.request
    const sent = ask({
      agent: this.#agent,
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      method: request.method,
      path: request.path,
      headers: this.#headersOf(request),
      timeout: this.#limit,
    })
    const stop = (reason: Error) => {
      sent.destroy(reason)
      reject(reason)
    }
    sent.on('socket', (socket) => {
      if (this.#seen.has(socket)) return
      this.#seen.add(socket)
      this.#opened()
      socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', this.#connected)
    })
    sent.on('timeout', () => stop(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })))
    sent.on('error', reject)
    sent.on('response', (received) => {
      const begunAt = performance.now()
      const chunks: Buffer[] = []
      let size = 0
      const answer = (truncated: boolean) => ({
        status: received.statusCode!,
        statusText: received.statusMessage ?? '',
        headers: inPairs(received.rawHeaders),
        bytes: Buffer.concat(chunks),
        truncated,
        begunAt,
      })
      const done = (truncated: boolean) => resolve(answer(truncated))
      received.on('data', (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        if (size <= most) return
        done(true)
        sent.destroy()
      })
      received.on('end', () => done(false))
      received.on('error', (error) => reject(new BrokenOff(error, answer(true))))
    })
    sent.end(request.body)
    return { answer: promise, stop }
  }

  async destroy(): Promise<void> {
    this.#agent.destroy()
  }

  /** As undici sends them: Node adds nothing to headers in a list. */
  #headersOf({ headers, body }: WireRequest): string[] {
    const length = body === undefined ? [] : ['content-length', String(Buffer.byteLength(body))]
    return ['host', this.#origin.host, 'connection', 'keep-alive', ...headers.flat(), ...length]
  }
}

const inPairs = (raw: readonly string[]) =>
  raw.flatMap((name, index): Header[] => (index % 2 === 0 ? [[name, withoutBlanks(raw[index + 1] ?? '')]] : []))
