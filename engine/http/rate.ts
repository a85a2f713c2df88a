import { setTimeout as sleep } from 'node:timers/promises'

type Clock = { now(): number; sleep(ms: number, signal: AbortSignal): Promise<void> }
type Trial = { since: number; left: number; refused: number; rate: number }

const REAL: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
}

/** Requests that wait for the rate; the others wait in the queue, where urgent ones overtake. */
const WAITING = 2
/** After a 429. It takes 30 answers to get back to the old rate, so a server that limits the rate is never IN_VAIN. */
const SLOWER = 0.7
const RAISE = { answers: 10, by: 1.1 }
/** Requests per second, at least, after the first 429. */
const LEAST_RATE = 1
/** The rate is not the reason if 429s come again so soon, so many times in a row, or at such a part of the rate. */
const IN_VAIN = { answers: 30, times: 4, rate: 1 / 4 }
/** This is tried out at a higher rate: then of so many requests fewer are refused. */
const TRIAL = { requests: 12, refused: 6, faster: 4 }

/**
 * Limits how many requests are sent per second: by `--rate`, and by 429s. A 429 stops all requests for as long as the
 * server asks, and lowers the rate. If 429s have nothing to do with the rate, each request waits by itself.
 */
export class Rate {
  readonly #most: number
  readonly #clock: Clock
  #rate: number
  #isLowered = false
  #isUnrelated = false
  #heldUntil = 0
  /** Start of the period in which answers are counted, and their number. */
  #since: number | undefined
  #answers = 0
  #answersSince429 = 0
  #answersSinceRaise = 0
  /** How often in a row a lower rate did not help. */
  #inVain = 0
  #rateAtFirst = 0
  #trial: Trial | undefined
  #trials = 0
  #waiting = 0
  /** Times of the last requests: as many as one second may have. */
  readonly #sent: number[] = []
  #next = 0
  #tail: Promise<unknown> = Promise.resolve()
  /** Called when one more request may wait. */
  onTurn: () => void = () => undefined

  constructor(most = Number.POSITIVE_INFINITY, clock: Clock = REAL) {
    this.#most = most
    this.#rate = most
    this.#clock = clock
  }

  /** Requests per second; undefined without a limit. */
  get perSecond(): number | undefined {
    return Number.isFinite(this.#rate) ? this.#rate : undefined
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

  /** One more request will ask for its turn. Call the result when it was sent, or is not sent any more. */
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
    const gap = 1000 / this.#rate
    const perSecond = Math.max(1, Math.ceil(this.#rate))
    const planned = Math.max(asked, this.#next)
    // A late timer is made up for, but no second has more requests than the rate.
    const earliest = Math.max(planned, (this.#sent.at(-perSecond) ?? Number.NEGATIVE_INFINITY) + perSecond * gap)
    const waitMs = () => Math.max(earliest, this.#heldUntil) - this.#clock.now()
    while (waitMs() > 0 || signal.aborted) await this.#clock.sleep(Math.ceil(waitMs()), signal)
    this.#sent.push(this.#clock.now())
    if (this.#sent.length > perSecond) this.#sent.splice(0, this.#sent.length - perSecond)
    this.#next = Math.max(planned, this.#heldUntil) + gap
  }

  /** Call it for each response. `sent`: when its request was sent. `tooFast`: a 429 for the rate, with its wait in seconds. */
  heard(sent: number, tooFast?: number): void {
    this.#since ??= sent
    if (this.#trial) this.#noteTrial(this.#trial, sent, tooFast !== undefined)
    else if (tooFast === undefined) this.#noteAnswer()
    else if (!this.#isUnrelated) this.#note429(sent, this.#clock.now() + tooFast * 1000)
  }

  #noteAnswer(): void {
    this.#answers++
    this.#answersSince429++
    if (!this.#isLowered || ++this.#answersSinceRaise < RAISE.answers) return
    this.#answersSinceRaise = 0
    this.#rate = Math.min(this.#most, this.#rate * RAISE.by)
  }

  #note429(sent: number, until: number): void {
    // A request from before the rate was lowered says nothing about the new one, nor does a server that answers nothing else.
    const counts = this.#answers > 0 && !(this.#isLowered && sent < this.#since!)
    if (counts && this.#isLowered) {
      this.#inVain = this.#answers < IN_VAIN.answers ? this.#inVain + 1 : 0
      // A server may have a rate limit and other 429s: it is tried out again, less often each time.
      const isInVain = this.#inVain >= IN_VAIN.times * 2 ** this.#trials
      if (isInVain || this.#rate < this.#rateAtFirst * IN_VAIN.rate) {
        this.#beginTrial()
        return
      }
    }
    // A single 429 among many answers is no reason for a lower rate.
    const isSingle = !this.#isLowered && this.#answersSince429 >= IN_VAIN.answers
    this.#answersSince429 = 0
    if (counts && !isSingle) this.#lower(until)
    this.#heldUntil = Math.max(this.#heldUntil, until)
  }

  #lower(until: number): void {
    const least = this.#isLowered ? this.#rate / 2 : Number.isFinite(this.#most) ? this.#most / 2 : LEAST_RATE
    // Including the wait: so many does the server accept.
    const accepted = (this.#answers * 1000) / Math.max(1, until - this.#since!)
    this.#rate = Math.max(least, Math.min(accepted, this.#rate * SLOWER))
    if (!this.#isLowered) this.#rateAtFirst = this.#rate
    this.#isLowered = true
    this.#restart(until)
  }

  #restart(since: number): void {
    this.#since = since
    this.#answers = 0
    this.#answersSinceRaise = 0
  }

  #beginTrial(): void {
    this.#trial = { since: this.#clock.now(), left: TRIAL.requests, refused: 0, rate: this.#rate }
    this.#rateAtFirst = this.#rate
    this.#trials++
    this.#inVain = 0
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
