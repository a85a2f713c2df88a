import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Header } from '../history/exchange.ts'

const STATES = '/states'
const SERVICE = '/service'

export type Relayed = { method: string; path: string; headers: readonly Header[]; body: string }
export type RelayedAnswer = { status: number; headers: readonly Header[]; body: string }

type Task = {
  /** What the states of the interaction were made with. */
  values: Record<string, string>
  forward(request: Relayed): Promise<RelayedAnswer>
}

/** Says how a body came, which is not how it goes on. */
const OF_THE_CONNECTION = [
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'transfer-encoding',
  'trailer',
]

/** Pact would follow a redirect, and nobody follows one on our behalf: the redirect itself is the answer. */
const NOT_FOLLOWED = ['location', 'refresh']

const WRITABLE = { name: /^[\w!#$%&'*+.^`|~-]+$/, value: /^[\t\x20-\x7e\x80-\xff]*$/ }

/** What was received need not be what may be sent. */
function isRelayed([name, value]: Header): boolean {
  const isHeld = [...OF_THE_CONNECTION, ...NOT_FOLLOWED].includes(name.toLowerCase())
  return !isHeld && WRITABLE.name.test(name) && WRITABLE.value.test(value)
}

/**
 * Where Pact's verifier sends its requests: on loopback, and from there to whoever is given. An error on the way is
 * answered 500 and kept for the caller, since Pact would take it for an answer of the service.
 */
export class Relay {
  readonly #server: Server
  #task: Task | undefined
  #failure: unknown

  private constructor() {
    this.#server = createServer((incoming, outgoing) => {
      this.#answer(incoming, outgoing).catch((error) => {
        this.#failure ??= error
        outgoing.writeHead(500).end()
      })
    })
  }

  static async start(): Promise<Relay> {
    const relay = new Relay()
    relay.#server.listen(0, '127.0.0.1')
    await once(relay.#server, 'listening')
    return relay
  }

  get baseUrl(): string {
    return this.#url(SERVICE)
  }

  get statesUrl(): string {
    return this.#url(STATES)
  }

  /** While `act` runs, requests are forwarded as the task says. Throws what went wrong on the way, whatever `act` says. */
  async during<T>(task: Task, act: () => Promise<T>): Promise<T> {
    this.#task = task
    this.#failure = undefined
    const acted = await act().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    this.#task = undefined
    if (this.#failure !== undefined) throw this.#failure
    if ('error' in acted) throw acted.error
    return acted.value
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await textOf(incoming)
    if (!this.#task) throw new Error('a request came to the relay while nothing was verified')
    const path = incoming.url ?? '/'
    if (path === STATES) {
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(this.#task.values))
      return
    }
    if (!path.startsWith(`${SERVICE}/`)) throw new Error(`a request came to the relay for ${path}`)
    const headers = Object.entries(incoming.headers).flatMap(([name, value]): Header[] =>
      typeof value === 'string' ? [[name, value]] : [],
    )
    const { method = 'GET' } = incoming
    const answer = await this.#task.forward({ method, path: path.slice(SERVICE.length), headers, body })
    const kept = answer.headers.filter(isRelayed)
    outgoing.writeHead(answer.status, kept.flat()).end(answer.body)
  }
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
