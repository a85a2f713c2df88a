import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '../../config/limits.ts'
import type { Failure } from '../../history/entry/exchange.ts'

import { ToldFailure } from '../network/told-failure.ts'
import { undici } from '../network/undici.ts'
import { type Rank, RankedQueue } from '../queue.ts'

import { classifyFailure } from './failures.ts'
import { Lane } from './lane.ts'
import type { LaneOptions } from './link.ts'
import type { Reply, WireAnswer, WireRequest } from './reply.ts'

/** How often limits on time and bytes are checked. */
const CHECK_MS = 25
/** The limit of a whole response, in limits of silence. */
const RESPONSE_TIMES = LIMITS.answerMs / LIMITS.silenceMs

/** `brokenOff`: the part of a response that arrived before it failed. Times are those of `performance.now()`. */
export type WireResult = {
  answer?: WireAnswer
  failure?: Failure
  brokenOff?: WireAnswer
  begun: number
  /** If a connection was opened for this request. */
  connected?: number
  connection?: number
  http2?: true
}

export type WireOptions = LaneOptions & { connections: number; mostBytes: number }

/** Resolves just before a request is sent; false: it must not be sent any more. */
export type Turn = () => Promise<boolean>

type Sending = { lane: Lane; reply: Reply; signal: AbortSignal; deadline: number }

/** A few kept connections to one origin. Redirects are not followed. */
export class Wire {
  readonly #origin: string
  readonly #options: WireOptions
  readonly #idle: Lane[] = []
  readonly #waiting = new RankedQueue<(lane: Lane) => void>()
  readonly #alone = new Map<string, { lane: Lane; last: Promise<unknown> }>()
  readonly #lanes = new Set<Lane>()
  readonly #sendings = new Set<Sending>()
  #pooled = 0
  #checks: NodeJS.Timeout | undefined
  #byNode = false

  constructor(origin: string, options: WireOptions) {
    this.#origin = origin
    this.#options = options
    // Loaded now, so that the first request does not seem slow.
    undici()
  }

  /**
   * `alone`: the name of a connection that carries only requests of this name, one after another. `rank`: who goes first
   * when connections are rare.
   */
  async send(
    request: WireRequest,
    signal: AbortSignal,
    { alone, rank = 'usual', turn }: { alone?: string | undefined; rank?: Rank; turn?: Turn } = {},
  ): Promise<WireResult> {
    if (alone) return this.#sendAlone(alone, (lane) => this.#sendInTurn(lane, request, signal, turn))
    const lane = this.#idle.pop() ?? (await this.#freeLane(rank))
    try {
      return await this.#sendInTurn(lane, request, signal, turn)
    } finally {
      const next = this.#waiting.next()
      if (next) next(lane)
      else this.#idle.push(lane)
    }
  }

  /** Over a new connection, which is closed afterwards: a server may just have closed a kept one. */
  async sendAfresh(request: WireRequest, signal: AbortSignal, turn?: Turn): Promise<WireResult> {
    const lane = this.#open()
    try {
      return await this.#sendInTurn(lane, request, signal, turn)
    } finally {
      this.#lanes.delete(lane)
      await lane.destroy()
    }
  }

  async closeWhenIdle(): Promise<void> {
    while (this.#sendings.size > 0) await sleep(2 * CHECK_MS)
    await this.close()
  }

  async close(): Promise<void> {
    clearInterval(this.#checks)
    this.#checks = undefined
    for (const { reply } of this.#sendings) reply.stop(new ToldFailure('interrupted', INTERRUPTED.message))
    await Promise.all([...this.#lanes].map((lane) => lane.destroy()))
  }

  async #sendInTurn(lane: Lane, request: WireRequest, signal: AbortSignal, turn?: Turn): Promise<WireResult> {
    const begun = performance.now()
    if ((turn && !(await turn())) || signal.aborted) return { failure: INTERRUPTED, begun }
    return this.#sendOver(lane, request, signal, turn)
  }

  async #sendOver(lane: Lane, request: WireRequest, signal: AbortSignal, turn?: Turn): Promise<WireResult> {
    const begun = performance.now()
    const reply = lane.send(request, this.#options.mostBytes, this.#byNode)
    const sending = { lane, reply, signal, deadline: begun + this.#options.requestTimeoutMs * RESPONSE_TIMES }
    this.#sendings.add(sending)
    this.#checks ??= setInterval(() => this.#check(), CHECK_MS).unref()
    const { answer, error, brokenOff } = await reply.outcome
    this.#sendings.delete(sending)
    const about = { begun, ...lane.done(begun) }
    if (answer) return { answer, ...about }
    if (!this.#byNode && isUnreadable(error)) {
      this.#byNode = true
      // The caller decides about a POST, which may have created a job.
      const mayRepeat = request.method !== 'POST' && (turn === undefined || (await turn()))
      if (mayRepeat) return this.#sendOver(lane, request, signal, turn)
    }
    const failure = signal.aborted ? INTERRUPTED : classifyFailure(error)
    return { failure, ...(brokenOff && { brokenOff }), ...about }
  }

  /** One timer for all requests. */
  #check(): void {
    for (const lane of this.#lanes) lane.closeIfFlooded()
    const now = performance.now()
    for (const { reply, signal, deadline } of this.#sendings) {
      if (signal.aborted) reply.stop(new ToldFailure('interrupted', INTERRUPTED.message))
      else if (now > deadline) reply.stop(new ToldFailure('timeout', 'the response was not complete in time'))
    }
  }

  async #sendAlone<T>(name: string, send: (lane: Lane) => Promise<T>): Promise<T> {
    const own = this.#alone.get(name) ?? { lane: this.#open(), last: Promise.resolve() }
    const sending = own.last.then(() => send(own.lane))
    this.#alone.set(name, { lane: own.lane, last: sending.catch(() => undefined) })
    return sending
  }

  async #freeLane(rank: Rank): Promise<Lane> {
    if (this.#pooled < this.#options.connections) {
      this.#pooled++
      return this.#open()
    }
    return new Promise((resolve) => this.#waiting.add(rank, resolve))
  }

  #open(): Lane {
    const lane = new Lane(this.#origin, this.#options)
    this.#lanes.add(lane)
    return lane
  }
}

const INTERRUPTED = { kind: 'interrupted', message: 'the run ended' } as const

function isUnreadable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // undici's word for a 100 that was not requested.
  return error.message === 'bad response' || classifyFailure(error).kind === 'malformed'
}
