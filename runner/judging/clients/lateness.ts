import type { Late } from '../../history/entry/exchange.ts'

/** What happened while the recorder was late was written down when it came back, or a moment after. */
const AFTERWARDS = 2
const AND_MS = 50

/** How late whoever recorded the traffic was itself, and when. */
export class Lateness {
  readonly #spans: Late[] = []
  #longest = 0

  constructor(spans: Iterable<Late> = []) {
    for (const span of spans) this.note(span)
  }

  /** In milliseconds; 0 where it never was. */
  get longest(): number {
    return this.#longest
  }

  /** Most come in the order in which they happened. */
  note(span: Late): void {
    this.#spans.splice(this.#firstAfter(span.at), 0, span)
    this.#longest = Math.max(this.#longest, span.ms)
  }

  /** By how much a time that was written down may be off. */
  around(at: number): number {
    let most = 0
    for (let index = this.#firstAfter(at) - 1; index >= 0; index--) {
      const { at: from, ms } = this.#spans[index]!
      if (at > from + ms * AFTERWARDS + AND_MS) {
        if (at > from + this.longest * AFTERWARDS + AND_MS) break
        continue
      }
      most = Math.max(most, ms)
    }
    return most
  }

  #firstAfter(at: number): number {
    let [low, high] = [0, this.#spans.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#spans[middle]!.at <= at) low = middle + 1
      else high = middle
    }
    return low
  }
}
