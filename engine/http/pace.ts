import { setTimeout as sleep } from 'node:timers/promises'

type Clock = { now(): number; sleep(ms: number, signal: AbortSignal): Promise<void> }

const REAL: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
}

type Trial = { since: number; left: number; refused: number; rate: number }

/** Requests that may wait here; the others wait where the most important one is let through first. */
const WAITING = 2

/** After a 429: a part of the rate at which it came. */
const SLOWER = 0.8
/** After so many answers without a 429, by this factor; near the rate that was too fast, by little and rarely. */
const UNKNOWN = { answers: 10, ms: 0, by: 1.25 }
const FASTER = { answers: 10, ms: 0, by: 1.1 }
const NEAR = { from: 0.9, answers: 20, ms: 5000, by: 1.02 }
/** A server does not refuse for the rate that refuses again after fewer answers, so many times in a row, or at a part of the rate. */
const IN_VAIN = { answers: 30, times: 4, rate: 1 / 4 }
/** Whether it does shows at a higher rate: of so many requests it refuses fewer then. */
const TRIAL = { requests: 12, refused: 6, faster: 4 }
/** After fewer answers than these nothing is known of the rate, or little. */
const TELLING = { little: 3, much: 10 }
/** Requests a second, at least, after the first 429. */
const AT_FIRST = 1

/**
 * Lets requests go one after another, so that no second sees more than `rate` of them. What a timer is late by is made up
 * for, but never so that more of them fall into the same time; what it is early by is waited for. A 429 holds back all of
 * them until the server's time has come, and lowers the rate, which then recovers slowly.
 */
export class Pace {
  /** What the user allows. */
  readonly #most: number
  #rate: number
  #isLowered = false
  /** How often in a row a lower rate has not helped, and the rate after the first 429. */
  #inVain = 0
  #lowered = 0
  #trial: Trial | undefined
  #trials = 0
  /** What the trial showed. */
  #isForTheRate: boolean | undefined
  /** The rate at which the last 429 came, where that is known. */
  #tooFast = Number.POSITIVE_INFINITY
  #heldUntil = 0
  /** When the rate was lowered last, and answers since then. */
  #since: number | undefined
  #answers = 0
  /** Since the rate was changed last. */
  #answersInARow = 0
  #fasterAt = 0
  #answersSince429 = 0
  #waiting = 0
  readonly #clock: Clock
  readonly #gone: number[] = []
  #next = 0
  #tail: Promise<unknown> = Promise.resolve()
  /** Hears that there may be room for one more to wait. */
  onTurn: () => void = () => undefined

  constructor(rate: number | undefined, clock: Clock = REAL) {
    this.#most = rate ?? Number.POSITIVE_INFINITY
    this.#rate = this.#most
    this.#clock = clock
  }

  /** Requests a second, where something bounds them. */
  get rate(): number | undefined {
    return Number.isFinite(this.#rate) ? this.#rate : undefined
  }

  /** Whether the server has said that it was asked too fast. */
  get isLowered(): boolean {
    return this.#isLowered
  }

  /** Whether anything was answered otherwise since. */
  get hasAnswers(): boolean {
    return this.#answers > 0
  }

  get hasRoom(): boolean {
    return !this.#holdsUp || this.#waiting < WAITING
  }

  get #holdsUp(): boolean {
    return this.rate !== undefined || this.#clock.now() < this.#heldUntil
  }

  /** One more will ask for its turn; what is returned says that it has had it, or needs none. */
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

  async turn(signal: AbortSignal): Promise<void> {
    if (!this.#holdsUp) return
    const asked = this.#clock.now()
    const mine = this.#tail.then(() => this.#wait(asked, signal))
    this.#tail = mine.catch(() => undefined)
    await mine
  }

  /** An answer to a request that was sent at `sent`, by the same clock; `tooFast`: seconds to wait, if that is what it says. */
  heard(sent: number, tooFast?: number): void {
    const now = this.#clock.now()
    this.#since ??= sent
    if (this.#trial) this.#tried(this.#trial, sent, tooFast !== undefined)
    else if (tooFast === undefined) this.#recover()
    else this.#slowDown(now, sent, tooFast)
  }

  #slowDown(now: number, sent: number, seconds: number): void {
    if (this.#isForTheRate === false) return
    // Sent before the rate was lowered, it says nothing of the new one.
    const isOld = this.#isLowered && sent < this.#since!
    const until = now + seconds * 1000
    // Where nothing else is answered either, a lower rate changes nothing.
    if (!isOld && this.#answers > 0) {
      this.#inVain = this.#isLowered && this.#answers < IN_VAIN.answers ? this.#inVain + 1 : 0
      // A server may have both: a limit on the rate, and 429s that have nothing to do with it. So it is found out again, more rarely.
      const isInVain = this.#inVain >= IN_VAIN.times * 2 ** this.#trials
      if (isInVain || (this.#isLowered && this.#rate < this.#lowered * IN_VAIN.rate)) {
        this.#trial = { since: now, left: TRIAL.requests, refused: 0, rate: this.#rate }
        this.#lowered = this.#rate
        this.#trials++
        this.#inVain = 0
        this.#rate = Math.min(this.#most, this.#rate * TRIAL.faster)
        return
      }
    }
    // A single one among many answers holds requests back, and is no reason to go on more slowly.
    const isSingle = !this.#isLowered && this.#answersSince429 >= IN_VAIN.answers
    this.#answersSince429 = 0
    if (!isOld && !isSingle && this.#answers >= (this.#isLowered ? TELLING.little : 1)) this.#lower(until)
    this.#heldUntil = Math.max(this.#heldUntil, until)
  }

  #lower(until: number): void {
    const isTelling = this.#answers >= TELLING.much
    // With the wait, for that is what the server lets through.
    const measured = (this.#answers * 1000) / Math.max(1, until - this.#since!)
    const slower = this.#rate * SLOWER
    if (!this.#isLowered) {
      this.#isLowered = true
      this.#tooFast = this.#rate
      const least = Number.isFinite(this.#most) ? this.#most / 2 : AT_FIRST
      this.#rate = Math.max(least, Math.min(measured, slower))
      this.#lowered = this.#rate
    } else {
      this.#tooFast = isTelling ? this.#rate : Number.POSITIVE_INFINITY
      this.#rate = isTelling ? Math.max(this.#rate / 2, Math.min(measured, slower)) : slower
    }
    this.#since = until
    this.#answers = 0
    this.#answersInARow = 0
    this.#fasterAt = until
  }

  /** Either the rate is kept, or each request that is refused waits by itself from now on. */
  #tried(trial: Trial, sent: number, isRefused: boolean): void {
    if (sent < trial.since) return
    trial.left--
    if (isRefused) trial.refused++
    const isForTheRate = trial.refused >= TRIAL.refused
    if (!isForTheRate && trial.left > 0) return
    this.#trial = undefined
    this.#isForTheRate = isForTheRate
    this.#isLowered = isForTheRate
    this.#rate = isForTheRate ? trial.rate : this.#most
    this.#heldUntil = 0
    this.#since = this.#clock.now()
    this.#answers = 0
    this.#answersInARow = 0
    this.#fasterAt = this.#since
  }

  #recover(): void {
    this.#answers++
    this.#answersSince429++
    this.#answersInARow++
    if (!this.#isLowered) return
    const now = this.#clock.now()
    const isKnown = this.#tooFast < Number.POSITIVE_INFINITY
    const { answers, ms, by } = !isKnown ? UNKNOWN : this.#rate >= this.#tooFast * NEAR.from ? NEAR : FASTER
    if (this.#answersInARow < answers || now < this.#fasterAt + ms) return
    this.#answersInARow = 0
    this.#fasterAt = now
    this.#rate = Math.min(this.#most, this.#rate * by)
    if (this.#rate > this.#tooFast * NEAR.by) this.#tooFast = Number.POSITIVE_INFINITY
  }

  async #wait(asked: number, signal: AbortSignal): Promise<void> {
    const gap = 1000 / this.#rate
    // So many that follow one another take this long at least.
    const turns = Math.max(1, Math.ceil(this.#rate))
    // Nothing is saved up while nobody asks.
    const mine = Math.max(asked, this.#next)
    const earliest = this.#gone.length < turns ? mine : Math.max(mine, this.#gone.at(-turns)! + turns * gap)
    for (
      let now = this.#clock.now();
      now < Math.max(earliest, this.#heldUntil) || signal.aborted;
      now = this.#clock.now()
    )
      await this.#clock.sleep(Math.ceil(Math.max(earliest, this.#heldUntil) - now), signal)
    this.#gone.push(this.#clock.now())
    if (this.#gone.length > turns) this.#gone.splice(0, this.#gone.length - turns)
    this.#next = Math.max(mine, this.#heldUntil) + gap
  }
}
