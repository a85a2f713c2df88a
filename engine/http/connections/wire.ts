import { setTimeout as sleep } from 'node:timers/promises'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import type { Failure } from '../../history/entry/exchange.ts'
import { type Rank, RankedQueue } from '../queue.ts'
import { classifyFailure } from './failures.ts'
import { type Carrier, type Connecting, type Instants, Lane } from './lane.ts'
import { BrokenOff, type WireAnswer, type WireRequest } from './sending.ts'
import { loadUndici } from './undici-http.ts'

const IDLE_CHECK_MS = 50
/** Of the time that may pass without a byte, the time that an answer may take in all. */
const ANSWER_TIMES = BOUNDS.answerMs.most / BOUNDS.silenceMs.most

/** `brokenOff`: what had come of an answer that then failed. */
export type WireResult = {
  answer?: WireAnswer
  failure?: Failure
  brokenOff?: WireAnswer
} & Instants &
  Carrier

export type WireOptions = Connecting & { connections: number; mostBytes: number }

/** Resolves when a request may go out, just before it does; false where nobody wants it any more. */
export type Turn = () => Promise<boolean>

const ignored = () => undefined

/** Bytes out and bytes in, over a few kept connections. Redirects are answers like any other and are never followed. */
export class Wire {
  readonly #origin: string
  readonly #options: WireOptions
  readonly #idle: Lane[] = []
  readonly #waiting = new RankedQueue<(lane: Lane) => void>()
  readonly #alone = new Map<string, { lane: Lane; last: Promise<void> }>()
  readonly #running: { stop(reason: Error): void; signal: AbortSignal }[] = []
  readonly #heeded = new WeakSet<AbortSignal>()
  #lanes = 0
  /** Since an answer came that undici did not take for HTTP. */
  #isReadByNode = false

  constructor(origin: string, options: WireOptions) {
    this.#origin = origin
    this.#options = options
    loadUndici()
  }

  /**
   * `alone`: the name of a connection that carries only the requests sent under that name, one after another. `rank`:
   * what is urgent goes before what else waits for a connection, and what is spare behind, by and large.
   */
  async send(
    request: WireRequest,
    signal: AbortSignal,
    { alone, rank = 'usual', turn }: { alone?: string | undefined; rank?: Rank; turn?: Turn } = {},
  ): Promise<WireResult> {
    if (alone) return this.#inTurn(alone, (lane) => this.#sendInTurn(lane, request, signal, turn))
    const lane = await this.#freeLane(rank)
    try {
      return await this.#sendInTurn(lane, request, signal, turn)
    } finally {
      this.#release(lane)
    }
  }

  /** Over a connection that nothing else has used or will use: a kept one may just have been closed by the server. */
  async sendAfresh(request: WireRequest, signal: AbortSignal, turn?: Turn): Promise<WireResult> {
    const lane = this.#open()
    try {
      return await this.#sendInTurn(lane, request, signal, turn)
    } finally {
      await lane.destroy()
    }
  }

  /** Where it may be sent at last, it goes at once: nothing else comes in between. */
  async #sendInTurn(lane: Lane, request: WireRequest, signal: AbortSignal, turn?: Turn): Promise<WireResult> {
    const begun = performance.now()
    if (turn && !(await turn())) return { failure: { kind: 'interrupted', message: 'the run ended' }, begun }
    return this.#sendOver(lane, request, signal, turn)
  }

  async #sendOver(lane: Lane, request: WireRequest, signal: AbortSignal, turn?: Turn): Promise<WireResult> {
    const { requestTimeoutMs, mostBytes } = this.#options
    const begun = performance.now()
    const { answer, stop } = lane.start(request, request.mostBytes ?? mostBytes, this.#isReadByNode)
    const limit = setTimeout(() => stop(new TooLate()), requestTimeoutMs * ANSWER_TIMES)
    const running = { stop, signal }
    this.#running.push(running)
    this.#stopAtTheEndOf(signal)
    try {
      return { answer: await answer, ...lane.connectionSince(begun) }
    } catch (error) {
      if (!this.#isReadByNode && isUnreadable(error)) {
        this.#isReadByNode = true
        // What may have become a job is not sent twice: whoever asked for it tries again.
        const isFree = request.method !== 'POST' && (turn === undefined || (await turn()))
        if (isFree) return await this.#sendOver(lane, request, signal, turn)
      }
      const { got: brokenOff, cause = error } = error instanceof BrokenOff ? error : {}
      return { failure: failureOf(cause, signal), ...(brokenOff && { brokenOff }), ...lane.connectionSince(begun) }
    } finally {
      clearTimeout(limit)
      this.#running.splice(this.#running.indexOf(running), 1)
    }
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
    await Promise.all(
      [...this.#idle, ...[...this.#alone.values()].map(({ lane }) => lane)].map((lane) => lane.destroy()),
    )
  }

  /** Over the connection of that name, behind what was sent over it before. */
  async #inTurn<T>(name: string, send: (lane: Lane) => Promise<T>): Promise<T> {
    const own = this.#alone.get(name) ?? { lane: this.#open(), last: Promise.resolve() }
    const sending = own.last.then(() => send(own.lane))
    this.#alone.set(name, { lane: own.lane, last: sending.then(ignored, ignored) })
    return sending
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
    return new Lane(this.#origin, this.#options)
  }
}

/** undici gives up on a 100 that it did not ask for, and on some blanks, which HTTP allows. */
function isUnreadable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return classifyFailure(error).kind === 'malformed' || error.message === 'bad response'
}

class TooLate extends Error {
  override name = 'TooLate'
}

function failureOf(error: unknown, signal: AbortSignal): Failure {
  if (signal.aborted) return { kind: 'interrupted', message: 'the run ended' }
  if (error instanceof TooLate) return { kind: 'timeout', message: 'the response was not complete in time' }
  return classifyFailure(error)
}
