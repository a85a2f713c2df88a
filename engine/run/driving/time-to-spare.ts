import type { Configuration } from '../../config/configuration.ts'
import { roundsOf } from '../time-budget.ts'

/** Of the time that the run has, for what goes beyond the plain cases; the rest is for those, and for jobs. */
export const TIME_TO_SPARE = 0.4

/** Of the same, for all but the first of the cases of a kind; behind it the run has to come to its end. */
const TIME_FOR_MORE = 0.7

type Parts = {
  configuration: Pick<Configuration, 'deadlineMs' | 'profile'>
  now: () => number
  /** When the phases that go on side by side have to end, where a server allows few requests. */
  endOfBeside?: () => number | undefined
}

/** What goes beyond the plain cases takes as much time as there is: a run of a slow server ends by itself, with a verdict. */
export class TimeToSpare {
  readonly #parts: Parts
  #leftOut = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  isLeft(share = TIME_TO_SPARE): boolean {
    const { configuration, now, endOfBeside } = this.#parts
    const end = Math.min(configuration.deadlineMs * TIME_FOR_MORE, endOfBeside?.() ?? Number.POSITIVE_INFINITY)
    const has = now() < (end * share) / TIME_FOR_MORE
    this.#leftOut ||= !has
    return has
  }

  /** Whether something was left out for want of time. */
  get hasLeftOut(): boolean {
    return this.#leftOut
  }

  *asItAllows<Case>(cases: readonly Case[]): Generator<Case> {
    for (const [index, each] of cases.entries()) {
      if (index > 0 && !this.isLeft(TIME_FOR_MORE)) return
      yield each
    }
  }

  *often<Case>(cases: readonly Case[], ofTheKind: number): Generator<Case> {
    yield* this.asItAllows(cases)
    const again = Array.from({ length: roundsOf(ofTheKind, this.#parts.configuration) - 1 }, () => cases).flat()
    for (const each of again) {
      if (!this.isLeft()) return
      yield each
    }
  }
}
