import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '../config/limits.ts'
import type { AnsweredBy } from '../history/entry/answered-by.ts'
import type { Exchange, Purpose, RequestTemplate } from '../history/entry/exchange.ts'
import { isTransient, toldToWait } from '../history/reading/facts.ts'
import { statusOf, succeeded } from '../history/reading/reading.ts'
import { carriesGoodKey } from '../history/reading/who-asks.ts'
import type { Ledger } from '../history/resuming/ledger.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import { Courier, type CourierParts } from './courier.ts'
import type { Fetcher } from './files/fetcher.ts'
import { RunIsOver } from './limits/run-is-over.ts'
import { PutOff, RetryAfter } from './retry-after.ts'
import { LEAST_WAIT_MS, mostRetries, Successes, Waits, waitMsAfter } from './retry-policy.ts'
import type { Again, SendOptions } from './send-options.ts'
import { TooFast } from './too-fast.ts'

const RECOVERY: Purpose = { by: 'recovery', part: 'control' }

type Parts = CourierParts & {
  /** The server has not responded for a while, not even to control requests. */
  onGone(last: Exchange): void
  /** The server refuses the key that it accepted before. */
  onRefused(last: Exchange): void
}

/** Sends the requests of a run: waits as the server asks, and repeats what may have failed by chance. */
export class Client {
  readonly #parts: Parts
  readonly #courier: Courier
  readonly #inFlight = new Set<Promise<Exchange>>()
  #metNoRoom = false
  readonly #successes = new Successes()
  readonly #retryAfter = new RetryAfter()
  readonly #breaker: CircuitBreaker
  /** Resolves when jobs of this run no longer take up the capacity. */
  calm: () => Promise<void> = async () => undefined
  /** Whether they do. */
  isBusy: () => boolean = () => false
  /** The control request: it is known to succeed. */
  baseline: RequestTemplate | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    const { pollIntervalMs } = parts.configuration
    const tooFast = new TooFast()
    this.#courier = new Courier({
      ...parts,
      tooFast: (exchange, options: SendOptions) => {
        const seconds = tooFast.secondsAfter(exchange, options, {
          pace: this.#courier.pace,
          keyring: parts.vault.keyring,
          unsaid: pollIntervalMs / 1000,
        })
        return seconds !== undefined && this.hasTimeFor(seconds * 1000) ? seconds : undefined
      },
    })
    this.#breaker = new CircuitBreaker({
      now: () => this.now(),
      pause: (leastMs = 0) => this.wait(Math.max(LEAST_WAIT_MS, pollIntervalMs, leastMs)),
      hasTimeFor: (ms) => this.hasTimeFor(ms),
      send: async (control) =>
        (await this.#standing(control, RECOVERY, {})) ?? this.#carry(control, RECOVERY, {}, { attempts: [] }),
      onGone: (last) => parts.onGone(last),
      onRefused: (last) => parts.onRefused(last),
    })
  }

  now(): number {
    return this.#courier.now()
  }

  /** Responses from before an interrupt. */
  get ledger(): Ledger | undefined {
    return this.#parts.goesOn?.ledger
  }

  get fetcher(): Fetcher {
    return this.#courier.fetcher
  }

  /** Connections over which the server responded: address or proxy, TLS, certificate. */
  answeredBy(): AnsweredBy[] {
    return this.#courier.answeredBy()
  }

  /** Resolves with the final response, after the waits and repeats of the retry policy. */
  async ask(request: RequestTemplate, purpose: Purpose, options: SendOptions = {}): Promise<Exchange> {
    const { waitsUntilMs } = options
    const waits = new Waits(waitsUntilMs === undefined ? options.waits : () => this.now() > waitsUntilMs)
    const again: Again = { attempts: [] }
    let retries = 0
    let afresh: Pick<SendOptions, 'afresh'> = {}
    const canWait = request.method === 'POST' && needsNoJob(purpose)
    // In smoke every request counts: none is spent on a 429 for jobs of this run.
    if (canWait && (this.#metNoRoom || this.#parts.configuration.profile === 'smoke')) await this.calm()
    let last: Exchange | undefined
    for (;;) {
      const standing = await this.#standing(request, purpose, options)
      if (standing) return last ?? standing
      const exchange = await this.#send(request, purpose, { ...options, ...afresh }, { ...again })
      last = exchange
      const is429 = statusOf(exchange) === 429
      if (is429) options.onNoRoom?.()
      if (canWait && toldToWait(exchange) !== undefined) this.#metNoRoom = true
      if (is429 && !waits.areOver) {
        const before = this.#successes.of(request.method)
        const hasWaited = this.ledger?.holds({ request, purpose }) === true
        if (!hasWaited && !(await this.#waitAsTold(exchange, waits.inVain, options))) return exchange
        if (!options.isBusyOurselves?.()) waits.count(this.#successes.of(request.method) > before)
        this.#metNoRoom = true
        if (canWait) await this.calm()
        await options.untilRoom?.()
      } else if (isTransient(exchange) && retries++ < mostRetries(exchange)) {
        if (!this.baseline) return exchange
        if (toldToWait(exchange) !== undefined && !(await this.#waitAsTold(exchange, 0, options))) return exchange
        if (exchange.failure && options.alone === undefined) afresh = { afresh: true }
        // One more control each time, so that repeats do not coincide with failures at a fixed interval.
        for (let controls = 0; controls < retries; controls++) {
          const control = await this.#sendControl(purpose.by, options, afresh)
          if (!control || !succeeded(control)) return exchange
          again.control = control.n
        }
        if (retries === mostRetries(exchange)) again.last = true
      } else {
        return exchange
      }
      again.attempts = [...again.attempts, exchange.n]
    }
  }

  async #sendControl(by: string, options: SendOptions, afresh: SendOptions): Promise<Exchange | undefined> {
    const purpose: Purpose = { by, part: 'control' }
    if (await this.#standing(this.baseline!, purpose, options)) return undefined
    return this.#send(this.baseline!, purpose, afresh, { attempts: [] })
  }

  /** What was odd before counts only if the control request succeeds. */
  async control(by: string): Promise<void> {
    if (this.baseline) await this.ask(this.baseline, { by, part: 'control' })
  }

  /** Requests per second, once the server has limited them. */
  get allowedRate(): number | undefined {
    const { isLowered, rate } = this.#courier.pace
    return isLowered ? rate : undefined
  }

  get isOver(): boolean {
    return this.#parts.over.aborted
  }

  async wait(ms: number, until: AbortSignal = this.#parts.over): Promise<void> {
    try {
      await sleep(ms, undefined, { signal: until })
    } catch {
      throw new RunIsOver()
    }
  }

  /** Resolves when each request has its response, or has failed. */
  async answered(): Promise<void> {
    await Promise.allSettled(this.#inFlight)
  }

  async close(): Promise<void> {
    await this.answered()
    await this.#courier.close()
  }

  /** False if the wait would outlast the run. */
  hasTimeFor(ms: number): boolean {
    return ms <= LIMITS.waitMs && this.now() + ms <= this.#parts.configuration.deadlineMs
  }

  #waitAsTold(exchange: Exchange, nth: number, options: SendOptions): Promise<boolean> {
    const ms = waitMsAfter(exchange, nth, this.#parts.configuration.pollIntervalMs)
    return this.#waitOut(exchange, ms, exchange.purpose, options)
  }

  /** Waits if the same request was told to come back later. Returns that response if the wait is too long. */
  async #standing(request: RequestTemplate, purpose: Purpose, options: SendOptions): Promise<Exchange | undefined> {
    for (;;) {
      const { wait, why } = this.#held(request, purpose, options)
      if (why !== undefined) throw new PutOff(why)
      const told = wait && this.#parts.history.recording.exchange(wait.n)
      if (!wait || !told) return undefined
      if (!(await this.#waitOut(told, wait.until - this.now(), purpose, options))) return told
    }
  }

  /** Why it may not be sent now, or at all. Tests of capacity do not wait. */
  #held(request: RequestTemplate, purpose: Purpose, { regardless, waits }: SendOptions) {
    if (this.ledger?.holds({ request, purpose })) return {}
    const mayGo = regardless || waits === 0
    return {
      why: this.#retryAfter.whyPutOff(request, purpose),
      wait: mayGo ? undefined : this.#retryAfter.of(request, this.now()),
    }
  }

  async #waitOut(
    exchange: Exchange,
    ms: number,
    { by }: Purpose,
    { waitsUntilMs = this.#parts.configuration.deadlineMs, until }: SendOptions,
  ): Promise<boolean> {
    if (ms > LIMITS.waitMs || this.now() + ms > waitsUntilMs) return false
    const why = `${statusOf(exchange)} with Retry-After ${toldToWait(exchange) ?? 'missing'}`
    this.#parts.history.append({ kind: 'waited', by, at: this.now(), ms, why })
    await this.wait(ms, until)
    return true
  }

  /** A caller may give up: the response is recorded all the same. */
  #send(request: RequestTemplate, purpose: Purpose, options: SendOptions, again: Again): Promise<Exchange> {
    const sending = this.#sendOnceClosed(request, purpose, options, again)
    this.#inFlight.add(sending)
    const done = () => this.#inFlight.delete(sending)
    sending.then(done, done)
    return sending
  }

  async #sendOnceClosed(
    request: RequestTemplate,
    purpose: Purpose,
    options: SendOptions,
    again: Again,
  ): Promise<Exchange> {
    if (!options.until && this.baseline) await this.#breaker.closed(this.baseline)
    return this.#carry(request, purpose, options, again)
  }

  async #carry(request: RequestTemplate, purpose: Purpose, options: SendOptions, again: Again): Promise<Exchange> {
    // While it waits in the queue, the same request of another check may be told to come back later.
    const mayGo = () => {
      const { wait, why } = this.#held(request, purpose, options)
      return wait === undefined && why === undefined
    }
    for (;;) {
      const exchange = await this.#courier.carry(request, purpose, { ...options, mayGo }, again)
      const known = exchange ? this.#noted(exchange) : await this.#standing(request, purpose, options)
      if (known) return known
    }
  }

  #noted(exchange: Exchange): Exchange {
    if (carriesGoodKey(exchange.request, this.#parts.vault.keyring)) this.#successes.note(exchange)
    this.#retryAfter.note(exchange, { hasTimeFor: (ms) => this.hasTimeFor(ms), isBusy: this.isBusy() })
    this.#breaker.note(exchange, this.baseline)
    return exchange
  }
}

/** It can wait until other requests have their jobs. */
const needsNoJob = ({ part, open }: Purpose): boolean =>
  open === undefined && (part === 'probe' || part === 'observation')
