import { setTimeout as sleep } from 'node:timers/promises'

type Clock = { now(): number; sleep(ms: number, signal: AbortSignal): Promise<void> }

const REAL: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
}

/**
 * Lets requests go one after another, so that no second sees more than `rate` of them. What a timer is late by is made up
 * for, but never so that more of them fall into the same time; what it is early by is waited for.
 */
export class Pace {
  readonly #gap: number
  /** So many that follow one another take this long at least. */
  readonly #window: { turns: number; ms: number }
  readonly #clock: Clock
  readonly #gone: number[] = []
  #next = 0
  #tail: Promise<unknown> = Promise.resolve()

  constructor(rate: number | undefined, clock: Clock = REAL) {
    this.#gap = rate ? 1000 / rate : 0
    const turns = Math.max(1, Math.ceil(rate ?? 1))
    this.#window = { turns, ms: turns * this.#gap }
    this.#clock = clock
  }

  async turn(signal: AbortSignal): Promise<void> {
    if (!this.#gap) return
    const asked = this.#clock.now()
    const mine = this.#tail.then(() => this.#wait(asked, signal))
    this.#tail = mine.catch(() => undefined)
    await mine
  }

  async #wait(asked: number, signal: AbortSignal): Promise<void> {
    const { turns, ms } = this.#window
    // Nothing is saved up while nobody asks.
    const mine = Math.max(asked, this.#next)
    const earliest = this.#gone.length < turns ? mine : Math.max(mine, this.#gone[0]! + ms)
    for (let now = this.#clock.now(); now < earliest || signal.aborted; now = this.#clock.now())
      await this.#clock.sleep(Math.ceil(earliest - now), signal)
    this.#gone.push(this.#clock.now())
    if (this.#gone.length > turns) this.#gone.shift()
    this.#next = mine + this.#gap
  }
}
