import type { Late } from '../../history/entry/exchange.ts'

/** A delay also affects what the recorder notes just after it. */
const reachOf = (ms: number) => ms * 2 + 50

/** Delays of the recorder itself. */
export class Lateness {
  /** By power of two of their length, in order of time, so that only a few can cover a given time. */
  readonly #spans = new Map<number, Late[]>()
  /** In milliseconds; 0 without delays. */
  longest = 0

  note(span: Late): void {
    this.longest = Math.max(this.longest, span.ms)
    const most = 2 ** Math.ceil(Math.log2(Math.max(1, span.ms)))
    const others = this.#spans.get(most) ?? []
    this.#spans.set(most, others)
    others.splice(others.findLastIndex(({ at }) => at <= span.at) + 1, 0, span)
  }

  /** The possible error of a recorded time. */
  around(at: number): number {
    let found = 0
    for (const [most, spans] of this.#spans)
      for (let index = countUpTo(spans, at) - 1; index >= 0; index--) {
        const span = spans[index]!
        if (at >= span.at + reachOf(most)) break
        if (at < span.at + reachOf(span.ms)) found = Math.max(found, span.ms)
      }
    return found
  }
}

function countUpTo(spans: readonly Late[], at: number): number {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (spans[middle]!.at <= at) low = middle + 1
    else high = middle
  }
  return low
}
