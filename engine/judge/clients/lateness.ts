import type { Late } from '../../history/entry/exchange.ts'

/** What happened while the recorder was late was written down when it came back, or a moment after. */
const AFTERWARDS = 2
const AND_MS = 50

/** How late whoever recorded the traffic was itself, and when. */
export class Lateness {
  readonly #spans: Late[] = []
  #longest = 0
  #steps: Steps | undefined

  constructor(spans: Iterable<Late> = []) {
    for (const span of spans) this.note(span)
  }

  /** In milliseconds; 0 where it never was. */
  get longest(): number {
    return this.#longest
  }

  note(span: Late): void {
    this.#spans.push(span)
    this.#longest = Math.max(this.#longest, span.ms)
    this.#steps = undefined
  }

  /** By how much a time that was written down may be off. */
  around(at: number): number {
    this.#steps ??= stepsOf(this.#spans)
    const { times, most } = this.#steps
    return most[lastUpTo(times, at)] ?? 0
  }
}

/** By how much times may be off, each from one time to the next. */
type Steps = { times: Float64Array; most: Float64Array }

/** n log n, however many lie over each other: the longest come first, and each step is set once. */
function stepsOf(spans: readonly Late[]): Steps {
  const reach = ({ at, ms }: Late) => at + ms * AFTERWARDS + AND_MS
  const times = new Float64Array(spans.flatMap((span) => [span.at, reach(span)])).sort()
  const most = new Float64Array(times.length)
  // The next step that is not set yet.
  const next = Int32Array.from({ length: times.length + 1 }, (_, step) => step)
  const unset = (step: number): number => {
    let found = step
    while (next[found] !== found) found = next[found]!
    for (let at = step; next[at] !== found; ) [at, next[at]] = [next[at]!, found]
    return found
  }
  for (const span of spans.toSorted((one, other) => other.ms - one.ms)) {
    const end = reach(span)
    for (let step = unset(firstAt(times, span.at)); times[step]! < end; step = unset(step + 1)) {
      most[step] = span.ms
      next[step] = step + 1
    }
  }
  return { times, most }
}

const lastUpTo = (times: Float64Array, at: number): number => {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The first step that begins at a time that is among them. */
const firstAt = (times: Float64Array, at: number): number => {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! < at) low = middle + 1
    else high = middle
  }
  return low
}
