import type { Elsewhere } from '../../../engine/history/entry/exchange.ts'

export const MOST_REMEMBERED = 1000

/** The latest requests outside of the interface, which the history has without a number. */
export class LatestElsewhere {
  readonly #byNumber = new Map<number, Elsewhere>()

  add(asked: Elsewhere): void {
    this.#byNumber.set(asked.n, asked)
    if (this.#byNumber.size > MOST_REMEMBERED) this.#byNumber.delete(this.#byNumber.keys().next().value!)
  }

  of(n: number): Elsewhere | undefined {
    return this.#byNumber.get(n)
  }
}
