import type { Elsewhere } from '../../../engine/history/entry/exchange.ts'

export const MOST_REMEMBERED = 1000

/** What is no exchange of the interface stands in no history by its number: the latest of it, for whoever shows it. */
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
