import { LIMITS } from '../../config/limits.ts'
import type { Failure } from '../../history/entry/exchange.ts'
import { ExplainedFailure } from '../network/explained-failure.ts'
import { undici } from '../network/undici.ts'
import { RankedQueue, type Turn } from '../queue.ts'
import { Connection } from './connection.ts'
import { classifyFailure } from './failures.ts'
import type { ConnectionOptions } from './kept-socket.ts'
import type { RawRequest, RawResponse, ResponseReader } from './response-reader.ts'

/** Interval of checks of time and bytes. */
const CHECK_MS = 25
/** The limit of a whole response, as a multiple of the limit of silence. */
const RESPONSE_TIMES = LIMITS.answerMs / LIMITS.silenceMs

/** `brokenOff`: the part of a response that arrived before it failed. Times are those of `performance.now()`. */
export type TransportResult = {
  answer?: RawResponse
  failure?: Failure
  brokenOff?: RawResponse
  begun: number
  /** Set if a connection was opened for this request. */
  connected?: number
  connection?: number
  http2?: true
}

type SendOptions = {
  /** Name of a connection that carries only requests of this name. */
  alone?: string | undefined
  /** Over a new connection, which is closed afterwards: a server may just have closed a kept one. */
  afresh?: boolean | undefined
  /** Priority when all connections are in use. */
  place?: Turn
  /** Resolves just before a request is sent; false: it must not be sent any more. */
  turn?: (() => Promise<boolean>) | undefined
}

type Sending = { reader: ResponseReader; signal: AbortSignal; deadline: number }

/** A few kept connections to one origin. Redirects are not followed. */
export class Transport {
  readonly #origin: string
  readonly #options: ConnectionOptions & { connections: number; mostBytes: number }
  readonly #idle: Connection[] = []
  readonly #waiting = new RankedQueue<(connection: Connection) => void>()
  readonly #alone = new Map<string, { connection: Connection; last: Promise<unknown> }>()
  readonly #connections = new Set<Connection>()
  readonly #sendings = new Set<Sending>()
  #pooled = 0
  #checks: NodeJS.Timeout | undefined
  #byNode = false

  constructor(origin: string, options: ConnectionOptions & { connections: number; mostBytes: number }) {
    this.#origin = origin
    this.#options = options
    // Loaded before the time of the first request is measured.
    undici()
  }

  async send(request: RawRequest, signal: AbortSignal, options: SendOptions = {}): Promise<TransportResult> {
    const { alone, afresh, place, turn } = options
    if (afresh) return this.#sendAfresh(request, signal, turn)
    if (alone) return this.#sendAlone(alone, (connection) => this.#sendInTurn(connection, request, signal, turn))
    const connection = this.#idle.pop() ?? (await this.#free(place))
    try {
      return await this.#sendInTurn(connection, request, signal, turn)
    } finally {
      const next = this.#waiting.next()
      if (next) next(connection)
      else this.#idle.push(connection)
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#checks)
    this.#checks = undefined
    for (const { reader } of this.#sendings) reader.stop(interrupted())
    await Promise.all([...this.#connections].map((connection) => connection.destroy()))
  }

  async #sendInTurn(connection: Connection, request: RawRequest, signal: AbortSignal, turn: SendOptions['turn']) {
    const begun = performance.now()
    if ((turn && !(await turn())) || signal.aborted) return { failure: INTERRUPTED, begun }
    return this.#sendOver(connection, request, signal, turn)
  }

  async #sendOver(
    connection: Connection,
    request: RawRequest,
    signal: AbortSignal,
    turn: SendOptions['turn'],
  ): Promise<TransportResult> {
    const begun = performance.now()
    const reader = connection.send(request, this.#options.mostBytes, this.#byNode)
    const sending = { reader, signal, deadline: begun + this.#options.requestTimeoutMs * RESPONSE_TIMES }
    this.#sendings.add(sending)
    this.#checks ??= setInterval(() => this.#check(), CHECK_MS).unref()
    const { answer, error, brokenOff } = await reader.outcome
    this.#sendings.delete(sending)
    const about = { begun, ...connection.done(begun) }
    if (answer) return { answer, ...about }
    if (!this.#byNode && isUnreadable(error)) {
      this.#byNode = true
      // The caller decides about a POST, which may have created a job.
      const mayRepeat = request.method !== 'POST' && (turn === undefined || (await turn()))
      if (mayRepeat) return this.#sendOver(connection, request, signal, turn)
    }
    const failure = signal.aborted ? INTERRUPTED : classifyFailure(error)
    return { failure, ...(brokenOff && { brokenOff }), ...about }
  }

  /** One timer for all requests. */
  #check(): void {
    for (const connection of this.#connections) connection.closeIfFlooded()
    const now = performance.now()
    for (const { reader, signal, deadline } of this.#sendings) {
      if (signal.aborted) reader.stop(interrupted())
      else if (now > deadline) reader.stop(new ExplainedFailure('timeout', 'the response was not complete in time'))
    }
  }

  async #sendAfresh(request: RawRequest, signal: AbortSignal, turn: SendOptions['turn']): Promise<TransportResult> {
    const connection = this.#open()
    try {
      return await this.#sendInTurn(connection, request, signal, turn)
    } finally {
      this.#connections.delete(connection)
      await connection.destroy()
    }
  }

  async #sendAlone<T>(name: string, send: (connection: Connection) => Promise<T>): Promise<T> {
    const own = this.#alone.get(name) ?? { connection: this.#open(), last: Promise.resolve() }
    const sending = own.last.then(() => send(own.connection))
    this.#alone.set(name, { connection: own.connection, last: sending.catch(() => undefined) })
    return sending
  }

  async #free(place?: Turn): Promise<Connection> {
    if (this.#pooled < this.#options.connections) {
      this.#pooled++
      return this.#open()
    }
    return new Promise((resolve) => this.#waiting.add(resolve, place))
  }

  #open(): Connection {
    const connection = new Connection(this.#origin, this.#options)
    this.#connections.add(connection)
    return connection
  }
}

const INTERRUPTED = { kind: 'interrupted', message: 'the run ended' } as const
const interrupted = () => new ExplainedFailure(INTERRUPTED.kind, INTERRUPTED.message)

function isUnreadable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // How undici reports an unsolicited 100 Continue.
  return error.message === 'bad response' || classifyFailure(error).kind === 'malformed'
}

export const inTenths = (ms: number) => Math.round(ms * 10) / 10
