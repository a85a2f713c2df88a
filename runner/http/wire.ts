import { Buffer } from 'node:buffer'
import { Client, type Dispatcher } from 'undici'
import type { Failure, Header } from '../exchange.ts'
import { classifyFailure } from './failures.ts'

export type WireRequest = { method: string; path: string; headers: readonly Header[]; body?: string | Buffer }

type WireAnswer = { status: number; headers: Header[]; bytes: Buffer; truncated: boolean }

export type WireResult = { answer?: WireAnswer; failure?: Failure; connection?: number }

export type WireOptions = { connections: number; requestTimeoutMs: number; mostBytes: number; nextConnection(): number }

/** One kept connection, opened again by itself when the server closes it. */
type Lane = { client: Client; connection?: number }

/** Bytes out and bytes in, over a few kept connections. Redirects are answers like any other and are never followed. */
export class Wire {
  readonly #origin: string
  readonly #options: WireOptions
  readonly #idle: Lane[] = []
  readonly #waiting: ((lane: Lane) => void)[] = []
  readonly #alone = new Map<string, Lane>()
  #lanes = 0

  constructor(origin: string, options: WireOptions) {
    this.#origin = origin
    this.#options = options
  }

  /** `alone`: the name of a connection that carries only the requests sent under that name, one after another. */
  async send(request: WireRequest, signal: AbortSignal, alone?: string): Promise<WireResult> {
    const lane = alone ? this.#aloneLane(alone) : await this.#freeLane()
    const inTime = AbortSignal.timeout(this.#options.requestTimeoutMs * 2)
    try {
      const answer = await exchange(lane.client, request, AbortSignal.any([signal, inTime]), this.#options.mostBytes)
      return { answer, ...connectionOf(lane) }
    } catch (error) {
      return { failure: failureOf(error, signal, inTime), ...connectionOf(lane) }
    } finally {
      if (!alone) this.#release(lane)
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#idle, ...this.#alone.values()].map((lane) => lane.client.destroy()))
  }

  #aloneLane(name: string): Lane {
    let lane = this.#alone.get(name)
    if (!lane) {
      lane = this.#open()
      this.#alone.set(name, lane)
    }
    return lane
  }

  async #freeLane(): Promise<Lane> {
    const idle = this.#idle.pop()
    if (idle) return idle
    if (this.#lanes < this.#options.connections) {
      this.#lanes++
      return this.#open()
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #release(lane: Lane): void {
    const next = this.#waiting.shift()
    if (next) next(lane)
    else this.#idle.push(lane)
  }

  #open(): Lane {
    const limit = this.#options.requestTimeoutMs
    const client = new Client(this.#origin, {
      headersTimeout: limit,
      bodyTimeout: limit,
      connect: { timeout: Math.min(limit, 10_000) },
      pipelining: 1,
      allowH2: false,
    })
    const lane: Lane = { client }
    client.on('connect', () => {
      lane.connection = this.#options.nextConnection()
    })
    return lane
  }
}

function connectionOf(lane: Lane): { connection?: number } {
  return lane.connection === undefined ? {} : { connection: lane.connection }
}

function failureOf(error: unknown, signal: AbortSignal, inTime: AbortSignal): Failure {
  if (signal.aborted) return { kind: 'interrupted', message: 'the run ended' }
  if (inTime.aborted) return { kind: 'timeout', message: 'the answer did not come to its end in time' }
  return classifyFailure(error)
}

function exchange(via: Dispatcher, request: WireRequest, signal: AbortSignal, most: number): Promise<WireAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<WireAnswer>()
  const chunks: Buffer[] = []
  let size = 0
  let status = 0
  let headers: Header[] = []
  let running: Dispatcher.DispatchController | undefined
  const done = (truncated: boolean) => resolve({ status, headers, bytes: Buffer.concat(chunks), truncated })
  const stop = () => {
    const reason = new Error('stopped')
    running?.abort(reason)
    reject(reason)
  }
  signal.addEventListener('abort', stop, { once: true })
  via.dispatch(
    {
      method: request.method,
      path: request.path,
      headers: request.headers.flat(),
      ...(request.body !== undefined && { body: request.body }),
    },
    {
      onRequestStart(controller) {
        running = controller
        if (signal.aborted) stop()
      },
      onResponseStart(controller, code, parsed) {
        status = code
        headers = flatHeaders(controller.rawHeaders ?? parsed)
      },
      onResponseData(controller, chunk) {
        size += chunk.length
        chunks.push(chunk)
        if (size <= most) return
        done(true)
        controller.abort(new Error('longer than is read'))
      },
      onResponseEnd: () => done(false),
      onResponseError: (_, error) => reject(error),
    },
  )
  return promise.finally(() => signal.removeEventListener('abort', stop))
}

function flatHeaders(raw: object): Header[] {
  const text = (value: unknown) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))
  if (!Array.isArray(raw)) {
    return Object.entries(raw).flatMap(([name, value]) => [value].flat().map((each): Header => [name, text(each)]))
  }
  const pairs: Header[] = []
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([text(raw[at]), text(raw[at + 1])])
  return pairs
}
