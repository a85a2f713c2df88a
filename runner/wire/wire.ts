import { Buffer } from 'node:buffer'
import type { LookupFunction } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type Dispatcher } from 'undici'
import type { Failure, Header } from '../history/exchange.ts'
import { ByRank, type Rank } from './by-rank.ts'
import { classifyFailure } from './failures.ts'
import { withoutBlanks } from './field-value.ts'
import { NodeLane } from './node-http.ts'
import { BrokenOff, type Sending, type WireAnswer, type WireRequest } from './sending.ts'

const IDLE_CHECK_MS = 50

/** By the clock of `performance`: when a connection was at hand, and when it stood, where it was opened for this request. */
type Instants = { begun: number; connected?: number }

/** `brokenOff`: what had come of an answer that then failed. */
export type WireResult = {
  answer?: WireAnswer
  failure?: Failure
  brokenOff?: WireAnswer
  connection?: number
} & Instants

export type WireOptions = {
  connections: number
  requestTimeoutMs: number
  mostBytes: number
  nextConnection(): number
  /** Of names, where not every address may be reached. */
  lookup?: LookupFunction
}

/** One kept connection, opened again by itself when the server closes it. */
type Lane = { client: Client; node?: NodeLane; connection?: number; connectedAt?: number }

/** Bytes out and bytes in, over a few kept connections. Redirects are answers like any other and are never followed. */
export class Wire {
  readonly #origin: string
  readonly #options: WireOptions
  readonly #idle: Lane[] = []
  readonly #waiting = new ByRank<(lane: Lane) => void>()
  readonly #alone = new Map<string, Lane>()
  readonly #running: { stop(reason: Error): void; signal: AbortSignal }[] = []
  readonly #heeded = new WeakSet<AbortSignal>()
  #lanes = 0
  /** Since an answer came that undici did not take for HTTP. */
  #isReadByNode = false

  constructor(origin: string, options: WireOptions) {
    this.#origin = origin
    this.#options = options
  }

  /**
   * `alone`: the name of a connection that carries only the requests sent under that name, one after another. `rank`:
   * what is urgent goes before what else waits for a connection, and what is spare behind, by and large.
   */
  async send(
    request: WireRequest,
    signal: AbortSignal,
    { alone, rank = 'usual' }: { alone?: string | undefined; rank?: Rank } = {},
  ): Promise<WireResult> {
    const lane = alone ? this.#aloneLane(alone) : await this.#freeLane(rank)
    try {
      return await this.#sendOver(lane, request, signal)
    } finally {
      if (!alone) this.#release(lane)
    }
  }

  /** Over a connection that nothing else has used or will use: a kept one may just have been closed by the server. */
  async sendAfresh(request: WireRequest, signal: AbortSignal): Promise<WireResult> {
    const lane = this.#open()
    try {
      return await this.#sendOver(lane, request, signal)
    } finally {
      await destroy(lane)
    }
  }

  async #sendOver(lane: Lane, request: WireRequest, signal: AbortSignal): Promise<WireResult> {
    const { requestTimeoutMs } = this.#options
    const begun = performance.now()
    const { answer, stop } = this.#start(lane, request)
    const limit = setTimeout(() => stop(new TooLate()), requestTimeoutMs * 2)
    const running = { stop, signal }
    this.#running.push(running)
    this.#stopAtTheEndOf(signal)
    try {
      return { answer: await answer, ...connectionOf(lane, begun) }
    } catch (error) {
      if (!this.#isReadByNode && isUnreadable(error)) {
        this.#isReadByNode = true
        // What may have become a job is not sent twice: whoever asked for it tries again.
        if (request.method !== 'POST') return this.#sendOver(lane, request, signal)
      }
      const { got: brokenOff, cause = error } = error instanceof BrokenOff ? error : {}
      return { failure: failureOf(cause, signal), ...(brokenOff && { brokenOff }), ...connectionOf(lane, begun) }
    } finally {
      clearTimeout(limit)
      this.#running.splice(this.#running.indexOf(running), 1)
    }
  }

  #start(lane: Lane, request: WireRequest): Sending {
    const { requestTimeoutMs, nextConnection, lookup } = this.#options
    const { mostBytes = this.#options.mostBytes } = request
    if (!this.#isReadByNode) return exchange(lane.client, request, mostBytes)
    const opened = () => {
      lane.connection = nextConnection()
    }
    const connected = () => {
      lane.connectedAt = performance.now()
    }
    const limit = requestTimeoutMs
    lane.node ??= new NodeLane(this.#origin, { limit, opened, connected, ...(lookup && { lookup }) })
    return lane.node.send(request, mostBytes)
  }

  /** One listener for all requests: those that come and go stay linked to each other, and keep what they knew. */
  #stopAtTheEndOf(signal: AbortSignal): void {
    const stopAll = () => {
      for (const each of this.#running) if (each.signal === signal) each.stop(new Error('the run ended'))
    }
    if (signal.aborted) stopAll()
    if (this.#heeded.has(signal)) return
    this.#heeded.add(signal)
    signal.addEventListener('abort', stopAll, { once: true })
  }

  /** For one that nobody asks any more, though some may wait for their answers. */
  async closeWhenIdle(): Promise<void> {
    while (this.#running.length > 0) await sleep(IDLE_CHECK_MS)
    await this.close()
  }

  async close(): Promise<void> {
    await Promise.all([...this.#idle, ...this.#alone.values()].map(destroy))
  }

  #aloneLane(name: string): Lane {
    let lane = this.#alone.get(name)
    if (!lane) {
      lane = this.#open()
      this.#alone.set(name, lane)
    }
    return lane
  }

  async #freeLane(rank: Rank): Promise<Lane> {
    const idle = this.#idle.pop()
    if (idle) return idle
    if (this.#lanes < this.#options.connections) {
      this.#lanes++
      return this.#open()
    }
    return new Promise((resolve) => this.#waiting.add(rank, resolve))
  }

  #release(lane: Lane): void {
    const next = this.#waiting.next()
    if (next) next(lane)
    else this.#idle.push(lane)
  }

  #open(): Lane {
    const { requestTimeoutMs: limit, lookup } = this.#options
    const client = new Client(this.#origin, {
      headersTimeout: limit,
      bodyTimeout: limit,
      connect: { timeout: Math.min(limit, 10_000), ...(lookup && { lookup }) },
      pipelining: 1,
      allowH2: false,
    })
    const lane: Lane = { client }
    client.on('connect', () => {
      lane.connection = this.#options.nextConnection()
      lane.connectedAt = performance.now()
    })
    return lane
  }
}

async function destroy({ client, node }: Lane): Promise<void> {
  await Promise.all([client.destroy(), node?.destroy()])
}

/** undici gives up on a 100 that it did not ask for, and on some blanks, which HTTP allows. */
function isUnreadable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return classifyFailure(error).kind === 'malformed' || error.message === 'bad response'
}

function connectionOf({ connection, connectedAt = 0 }: Lane, begun: number): Instants & { connection?: number } {
  return {
    begun,
    ...(connection !== undefined && { connection }),
    ...(connectedAt >= begun && { connected: connectedAt }),
  }
}

class TooLate extends Error {
  override name = 'TooLate'
}

function failureOf(error: unknown, signal: AbortSignal): Failure {
  if (signal.aborted) return { kind: 'interrupted', message: 'the run ended' }
  if (error instanceof TooLate) return { kind: 'timeout', message: 'the answer did not come to its end in time' }
  return classifyFailure(error)
}

function exchange(via: Dispatcher, request: WireRequest, most: number): Sending {
  const { promise: answer, resolve, reject } = Promise.withResolvers<WireAnswer>()
  const chunks: Buffer[] = []
  let size = 0
  let status = 0
  let statusText = ''
  let begunAt = 0
  let headers: Header[] = []
  let running: Dispatcher.DispatchController | undefined
  let stopped: Error | undefined
  const done = (truncated: boolean) =>
    resolve({ status, statusText, headers, bytes: Buffer.concat(chunks), truncated, begunAt })
  const stop = (reason: Error) => {
    stopped = reason
    running?.abort(reason)
    reject(reason)
  }
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
        if (stopped) stop(stopped)
      },
      onResponseStart(controller, code, parsed, words = '') {
        begunAt = performance.now()
        status = code
        statusText = words
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
      onResponseError: (_, error) => {
        const got = { status, statusText, headers, bytes: Buffer.concat(chunks), truncated: true, begunAt }
        reject(status === 0 ? error : new BrokenOff(error, got))
      },
    },
  )
  return { answer, stop }
}

function flatHeaders(raw: object): Header[] {
  const text = (value: unknown) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))
  if (!Array.isArray(raw)) {
    return Object.entries(raw).flatMap(([name, value]) => [value].flat().map((each): Header => [name, text(each)]))
  }
  const pairs: Header[] = []
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([text(raw[at]), withoutBlanks(text(raw[at + 1]))])
  return pairs
}
