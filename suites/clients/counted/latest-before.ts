import type { Passage } from '../../../engine/judge/clients/passage.ts'

/**
 * For each request, the position in `earlier` of the last exchange that was over by then: by the clock of events, and by
 * `fromMs`, the time from which that exchange counts. n log n, since a client may send thousands within a moment.
 */
export function latestBefore(
  requests: readonly Passage[],
  earlier: readonly Passage[],
  fromMs: (earlier: Passage) => number,
): (number | undefined)[] {
  const times = earlier.map(fromMs)
  const sorted = times.toSorted((one, other) => one - other)
  const latest = new PrefixMaximum(sorted.length)
  const received = orderOf(earlier, ({ exchange }) => exchange.received)
  const found: (number | undefined)[] = Array.from({ length: requests.length })
  let next = 0
  for (const at of orderOf(requests, ({ exchange }) => exchange.sent)) {
    const request = requests[at]!
    for (; next < received.length && earlier[received[next]!]!.exchange.received <= request.exchange.sent; next++) {
      const position = received[next]!
      latest.add(countUpTo(sorted, times[position]!) - 1, position)
    }
    found[at] = latest.among(countUpTo(sorted, request.at))
  }
  return found
}

const orderOf = (passages: readonly Passage[], by: (passage: Passage) => number): number[] =>
  [...passages.keys()].sort((one, other) => by(passages[one]!) - by(passages[other]!))

/** How many of the sorted numbers are not greater. */
export const countUpTo = (sorted: readonly number[], most: number): number => countWhile(sorted, (each) => each <= most)

/** How many of the sorted numbers are less. */
export const countBelow = (sorted: readonly number[], least: number): number =>
  countWhile(sorted, (each) => each < least)

/** How many come first of which it holds; of none behind them it does. */
export function countWhile<Each>(sorted: readonly Each[], holds: (each: Each) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(sorted[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}

/** A Fenwick tree: the greatest number that was added at one of the first places. */
class PrefixMaximum {
  readonly #tree: Int32Array

  constructor(length: number) {
    this.#tree = new Int32Array(length + 1).fill(-1)
  }

  add(place: number, value: number): void {
    for (let at = place + 1; at < this.#tree.length; at += at & -at) this.#tree[at] = Math.max(this.#tree[at]!, value)
  }

  among(count: number): number | undefined {
    let most = -1
    for (let at = count; at > 0; at -= at & -at) most = Math.max(most, this.#tree[at]!)
    return most < 0 ? undefined : most
  }
}
