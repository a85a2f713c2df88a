import type { Circumstances } from './ending.ts'
import { FirstOf } from './first-of.ts'
import type { SessionOptions } from './options.ts'
import { patienceOnceInterrupted } from './patience-once-interrupted.ts'

type Told = Pick<SessionOptions, 'interrupt' | 'giveUp'> & { deadlineMs: number }

/** Whatever may bring a run to its end before it has done all it was to do. */
export class WhatEndsIt {
  /** Aborts when nothing more is to be begun. */
  readonly over: AbortSignal
  /** Aborts when nobody waits any more for what may have become a job. */
  readonly givenUp: AbortSignal
  readonly #told: Told
  readonly #deadline: AbortSignal
  readonly #unwritable = new AbortController()
  readonly #gone = new AbortController()
  readonly #refused = new AbortController()
  readonly #patience: ReturnType<typeof patienceOnceInterrupted>
  readonly #both: readonly FirstOf[]

  constructor(told: Told) {
    this.#told = told
    this.#deadline = AbortSignal.timeout(Math.ceil(told.deadlineMs))
    this.#patience = patienceOnceInterrupted(told.interrupt)
    const either = [this.#deadline, this.#gone.signal, this.#refused.signal]
    const over = new FirstOf([...either, this.#unwritable.signal, told.interrupt])
    const givenUp = new FirstOf([...either, told.giveUp, this.#patience.signal])
    this.over = over.signal
    this.givenUp = givenUp.signal
    this.#both = [over, givenUp]
  }

  /** The history cannot be written any further. */
  cannotWrite(why: string): void {
    this.#unwritable.abort(why)
  }

  /** Nobody answers any more. */
  isGone(last: string): void {
    this.#gone.abort(last)
  }

  /** The key is refused whatever is asked. */
  isRefused(last: string): void {
    this.#refused.abort(last)
  }

  /** Something was answered, so many characters long. */
  heard(characters: number): void {
    this.#patience.heard(characters)
  }

  /** Nothing is waited for any more. */
  close(): void {
    this.#patience.end()
    for (const each of this.#both) each.letGo()
  }

  circumstances(): Pick<
    Circumstances,
    'isInterrupted' | 'unwritable' | 'gone' | 'refused' | 'isTooLate' | 'deadlineMs'
  > {
    return {
      isInterrupted: this.#told.interrupt?.aborted === true,
      unwritable: reasonOf(this.#unwritable.signal),
      gone: reasonOf(this.#gone.signal),
      refused: reasonOf(this.#refused.signal),
      isTooLate: this.#deadline.aborted,
      deadlineMs: this.#told.deadlineMs,
    }
  }
}

const reasonOf = (signal: AbortSignal) => (signal.aborted ? String(signal.reason) : undefined)
