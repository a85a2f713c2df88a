import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Header } from '../history/entry/exchange.ts'
import { type SecretPathServer, secretPathServer } from './secret-path-server.ts'

export const MOST_BODY_BYTES = 1024 * 1024
const STATES = '/states'
const SERVICE = '/service'

export type Relayed = { method: string; path: string; headers: readonly Header[]; body: string }
export type RelayedAnswer = { status: number; headers: readonly Header[]; body: string }

type Task = {
  /** Returned to Pact for the provider states of the interaction. */
  values: Record<string, string>
  forward(request: Relayed): Promise<RelayedAnswer>
}

/** These describe the transfer of the original body; the relay sends it decoded. */
const OF_THE_CONNECTION = [
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'transfer-encoding',
  'trailer',
]

/** Pact would follow a redirect, but the redirect itself is the response to verify. */
const NOT_FOLLOWED = ['location', 'refresh']

const WRITABLE = { name: /^[\w!#$%&'*+.^`|~-]+$/, value: /^[\t\x20-\x7e\x80-\xff]*$/ }

/** Node throws for header names and values outside WRITABLE, which a server may have sent. */
function isRelayed([name, value]: Header): boolean {
  const isHeld = [...OF_THE_CONNECTION, ...NOT_FOLLOWED].includes(name.toLowerCase())
  return !isHeld && WRITABLE.name.test(name) && WRITABLE.value.test(value)
}

/**
 * Pact's verifier sends its requests here: on loopback, behind a secret path, because forwarded requests carry the
 * tester's keys. A forwarding error returns 500 and is kept for the caller, because Pact would take it for a response of
 * the service.
 */
export class Relay {
  readonly #server: SecretPathServer
  #task: Task | undefined
  #failure: unknown

  private constructor(server: SecretPathServer) {
    this.#server = server
  }

  static async start(): Promise<Relay> {
    const relay: Relay = new Relay(
      await secretPathServer((path, incoming, outgoing) => {
        relay.#answer(path, incoming, outgoing).catch((error) => {
          // The verifier reports its own disconnect.
          if (!(error instanceof Disconnected)) relay.#failure ??= error
          if (!outgoing.headersSent) outgoing.writeHead(500)
          outgoing.end()
        })
      }),
    )
    return relay
  }

  get baseUrl(): string {
    return `${this.#server.url}${SERVICE}`
  }

  get statesUrl(): string {
    return `${this.#server.url}${STATES}`
  }

  /** Forwards requests while `act` runs. A forwarding error takes precedence over the result of `act`. */
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

  close(): Promise<void> {
    return this.#server.close()
  }

  async #answer(path: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await textOf(incoming)
    if (!this.#task) throw new Error('the relay received a request outside a verification')
    if (path === STATES) {
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(this.#task.values))
      return
    }
    if (!path.startsWith(`${SERVICE}/`)) throw new Error(`the relay received a request for an unknown path: ${path}`)
    const headers = Object.entries(incoming.headers).flatMap(([name, value]): Header[] =>
      typeof value === 'string' ? [[name, value]] : [],
    )
    const { method = 'GET' } = incoming
    const answer = await this.#task.forward({ method, path: path.slice(SERVICE.length), headers, body })
    const kept = answer.headers.filter(isRelayed)
    outgoing.writeHead(answer.status, kept.flat()).end(answer.body)
  }
}

class Disconnected extends Error {}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of incoming) {
      size += (chunk as Buffer).length
      if (size > MOST_BODY_BYTES)
        throw new RangeError('the relay received a request that is longer than any request of the contract')
      chunks.push(chunk as Buffer)
    }
  } catch (error) {
    throw error instanceof RangeError ? error : new Disconnected()
  }
  return Buffer.concat(chunks).toString()
}
