import { setTimeout as sleep } from 'node:timers/promises'
import type { RateLimit } from './rate-limit-headers.ts'

type Clock = { now(): number; sleep(ms: number, signal: AbortSignal): Promise<void> }
type Trial = { since: number; left: number; refused: number; rate: number }

const REAL: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
}

/** A late request may catch up by so many intervals. */
const LATE = 4
/** Requests that wait for the rate; the others wait in the queue, where urgent ones overtake. */
const WAITING = 1
/** Share of the server's limit that is used: a server may count in other windows, and a network may delay requests. */
const USED = 0.94
/** The measured limit may be too low: it is raised in growing steps until the next 429. */
const RAISE = { answers: 10, ms: 2000, first: 0.005, faster: 1.3, most: 0.5 }
/** After the first 429 the limit is a guess: it is raised later, and by more. */
const GUESSED = { answers: 30, raise: 0.05 }
/** The rate is raised only if at least this part of it was used. */
const IN_USE = 0.8
/** Requests per second, at least, after the first 429. */
const LEAST_RATE = 0.5
/** Limits with a longer window are not limits on the rate. */
const LONGEST_WINDOW_SECONDS = 60
/** 429s may have another reason if they recur so soon, so many times in a row, or at such a part of the rate. */
const INEFFECTIVE = { answers: 30, times: 4, rate: 1 / 4 }
/** A trial at a higher rate: 429s have another reason if fewer of so many requests are refused. */
const TRIAL = { requests: 12, refused: 6, faster: 4 }

/**
 * Limits how many requests are sent per second: by `--rate`, by the limits that responses announce, and by 429s. A 429
 * stops all requests for as long as the server asks. The requests accepted between two 429s show the limit, and the rate
 * stays just below it. If 429s have nothing to do with the rate, each request waits by itself.
 */
export class Rate {
  readonly #most: number
  readonly #clock: Clock
  #rate: number
  #isLowered = false
  #isUnrelated = false
  #heldUntil = 0
  /** The server's limit as measured by 429s, and the next raise. */
  #limit = Number.POSITIVE_INFINITY
  #raise = RAISE.first
  #announced = Number.POSITIVE_INFINITY
  readonly #announcedFor = new Map<string, number>()
  /** The longest time to a reset: the window of announced limits without one is at least this. */
  #windowSeconds = 1
  /** Time of the last 429. */
  #since: number | undefined
  /** Time of the last raise, and #answers at that time. */
  #raised = 0
  #raisedAt = 0
  #answers = 0
  #answersSince429 = 0
  /** How often in a row a lower rate did not help. */
  #ineffective = 0
  #rateAtFirst = 0
  #trial: Trial | undefined
  #trials = 0
  #waiting = 0
  /** Times of the last requests, as many as one second may have. */
  readonly #sent: number[] = []
  #next = 0
  #tail: Promise<unknown> = Promise.resolve()
  onTurn: () => void = () => undefined

  constructor(most = Number.POSITIVE_INFINITY, clock: Clock = REAL) {
    this.#most = most
    this.#rate = most
    this.#clock = clock
  }

  /** Requests per second; undefined without a limit. */
  get perSecond(): number | undefined {
    const rate = Math.min(this.#rate, this.#announced)
    return Number.isFinite(rate) ? rate : undefined
  }

  /** Whether the server limits the rate. */
  get isTheServers(): boolean {
    return this.#isLowered || this.#announced < this.#most
  }

  get isLowered(): boolean {
    return this.#isLowered
  }

  /** Whether anything but 429 was returned since the rate was lowered. */
  get hasAnswers(): boolean {
    return this.#answers > 0
  }

  get isFree(): boolean {
    return !this.#isLimited || this.#waiting < WAITING
  }

  get #isLimited(): boolean {
    return this.perSecond !== undefined || this.#clock.now() < this.#heldUntil
  }

  /** Announces a request. Call the result when it was sent, or is not sent any more. */
  expect(): () => void {
    this.#waiting++
    let isExpected = true
    return () => {
      if (!isExpected) return
      isExpected = false
      this.#waiting--
      this.onTurn()
    }
  }

  /** Resolves when a request may be sent; undefined: at once. */
  turn(signal: AbortSignal): Promise<void> | undefined {
    if (!this.#isLimited) return undefined
    const asked = this.#clock.now()
    const mine = this.#tail.then(() => this.#wait(asked, signal))
    this.#tail = mine.catch(() => undefined)
    return mine
  }

  async #wait(asked: number, signal: AbortSignal): Promise<void> {
    const rate = this.perSecond ?? Number.POSITIVE_INFINITY
    const gap = 1000 / rate
    const perSecond = Math.max(1, Math.ceil(rate))
    // Catches up after late timers and responses, but never exceeds the rate in any second.
    const planned = Math.max(asked - LATE * gap, this.#next)
    const earliest = Math.max(planned, (this.#sent.at(-perSecond) ?? Number.NEGATIVE_INFINITY) + perSecond * gap)
    const waitMs = () => Math.max(earliest, this.#heldUntil) - this.#clock.now()
    while (waitMs() > 0 || signal.aborted) await this.#clock.sleep(Math.ceil(waitMs()), signal)
    this.#sent.push(this.#clock.now())
    if (this.#sent.length > perSecond) this.#sent.splice(0, this.#sent.length - perSecond)
    this.#next = Math.max(planned, this.#heldUntil) + gap
  }

  /** Applies announced limits. A lower limit on one method, often POST, does not slow down the others. */
  announce(method: string, limits: readonly RateLimit[]): void {
    const rates = limits.flatMap(({ limit, windowSeconds, resetSeconds }) => {
      if (!limit || (windowSeconds ?? resetSeconds) === undefined) return []
      // A reset in whole seconds, or at a time in whole seconds, may be up to a second too late.
      if (windowSeconds === undefined) this.#windowSeconds = Math.max(this.#windowSeconds, Math.floor(resetSeconds!))
      const window = windowSeconds ?? this.#windowSeconds
      return window > LONGEST_WINDOW_SECONDS ? [] : [(USED * limit) / window]
    })
    if (rates.length === 0) return
    const isFirst = this.perSecond === undefined
    this.#announcedFor.set(method, Math.min(...rates))
    this.#announced = Math.max(...this.#announcedFor.values())
    if (isFirst) this.#next = this.#clock.now() + 1000 / this.#announced
  }

  /** Call it for each response. `sent`: when its request was sent. `tooFast`: a 429 for the rate, with its wait in seconds. */
  heard(sent: number, tooFast?: number): void {
    this.#since ??= sent
    if (this.#trial) this.#noteTrial(this.#trial, sent, tooFast !== undefined)
    else if (tooFast === undefined) this.#noteAnswer(sent)
    else if (!this.#isUnrelated) this.#note429(sent, this.#clock.now() + tooFast * 1000)
  }

  #noteAnswer(sent: number): void {
    this.#answersSince429++
    if (sent < this.#since!) return
    this.#answers++
    const now = this.#clock.now()
    const answers = this.#answers - this.#raisedAt
    if (!this.#isLowered || answers < RAISE.answers || now < this.#raised + RAISE.ms) return
    const isInUse = answers * 1000 >= IN_USE * this.#rate * (now - this.#raised)
    this.#raised = now
    this.#raisedAt = this.#answers
    if (!isInUse) return
    this.#limit *= 1 + this.#raise
    this.#raise = Math.min(RAISE.most, this.#raise * RAISE.faster)
    this.#rate = Math.min(this.#most, (this.#rate + Math.max(this.#rate, USED * this.#limit)) / 2)
  }

  #note429(sent: number, until: number): void {
    // Ignores requests from before the rate was lowered, and servers that return nothing but 429.
    const counts = this.#answers > 0 && sent >= this.#since!
    if (counts && this.#isLowered) {
      this.#ineffective = this.#answers < INEFFECTIVE.answers ? this.#ineffective + 1 : 0
      // A server may have a rate limit and other 429s, so trials are repeated, less often each time.
      const isIneffective = this.#ineffective >= INEFFECTIVE.times * 2 ** this.#trials
      if (isIneffective || this.#rate < this.#rateAtFirst * INEFFECTIVE.rate) {
        this.#beginTrial()
        return
      }
    }
    // A single 429 among many answers is no reason for a lower rate.
    const isSingle = !this.#isLowered && this.#answersSince429 >= INEFFECTIVE.answers
    this.#answersSince429 = 0
    if (counts && !isSingle) this.#lower(until)
    this.#heldUntil = Math.max(this.#heldUntil, until)
  }

  #lower(until: number): void {
    const now = this.#clock.now()
    const isFirst = !this.#isLowered
    const measured = (this.#answers * 1000) / Math.max(1, (isFirst ? until : now) - this.#since!)
    // Between two 429s the server accepted at least its limit; the wait may have been longer than needed.
    // The first time is a guess: the server may allow bursts, asks for whole seconds, and has an integer limit.
    this.#limit = isFirst ? Math.ceil(measured - 0.05) : Math.sqrt(Math.min(measured, this.#rate) * this.#rate)
    this.#raise = this.#answers < INEFFECTIVE.answers ? GUESSED.raise : RAISE.first
    this.#rate = Math.min(this.#rate, USED * Math.max(LEAST_RATE, this.#limit))
    if (this.#isLowered) this.#rateAtFirst ||= this.#rate
    this.#isLowered = true
    this.#restart(now)
    this.#raised = until
    if (isFirst) this.#raisedAt = GUESSED.answers
  }

  #restart(since: number): void {
    this.#since = since
    this.#raised = since
    this.#raisedAt = 0
    this.#answers = 0
  }

  #beginTrial(): void {
    this.#trial = { since: this.#clock.now(), left: TRIAL.requests, refused: 0, rate: this.#rate }
    this.#rateAtFirst = this.#rate
    this.#trials++
    this.#ineffective = 0
    this.#rate = Math.min(this.#most, this.#rate * TRIAL.faster)
  }

  #noteTrial(trial: Trial, sent: number, isRefused: boolean): void {
    if (sent < trial.since) return
    trial.left--
    if (isRefused) trial.refused++
    const isForTheRate = trial.refused >= TRIAL.refused
    if (!isForTheRate && trial.left > 0) return
    this.#trial = undefined
    this.#isUnrelated = !isForTheRate
    this.#isLowered = isForTheRate
    this.#rate = isForTheRate ? trial.rate : this.#most
    this.#heldUntil = 0
    this.#restart(this.#clock.now())
  }
}
