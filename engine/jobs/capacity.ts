import { LIMITS } from '../config/limits.ts'
import { isOnThisMachine, type Target } from '../config/target.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { jsonOf, succeeded, walk } from '../history/reading/reading.ts'
import { endpointOf } from '../http/requests.ts'

/** Growth beyond the highest number of unfinished jobs so far; small, so that few submissions are refused. */
const GROWTH = 1 / 2
/** How often the limit is raised after a 429, which may have had another reason than jobs of this run. */
const MOST_INCREASES = 8
/** After so many, one more job is tried: other users may have used the capacity before. */
const ACCEPTED_IN_A_ROW = 16
/** Observations of a server at capacity; each costs a refused submission. */
export const MOST_TIMES_FULL = 3

/** How many jobs the run has unfinished at once. It grows until the server returns 429. */
export class Capacity {
  #current = 1
  #most: number = LIMITS.unfinishedJobs
  #pending = 0
  #acceptedInARow = 0
  #refused = 0
  #increases = 0
  /** The highest number of unfinished jobs so far. */
  #seen = 1
  #timesFull = 0
  #waiting: (() => void)[] = []
  readonly #whenFull: (() => Promise<void>)[] = []
  readonly #acts = new Set<Promise<void>>()
  readonly #unfinished: () => number
  readonly #over: AbortSignal

  /** After the end of the run submissions do not wait, and the client refuses to send them. */
  constructor(unfinished: () => number, over: AbortSignal) {
    this.#unfinished = unfinished
    this.#over = over
    over.addEventListener('abort', () => this.changed(), { once: true })
  }

  /** Sends a submission once there is capacity. `again`: after a 429, waits for capacity once more. */
  async submit<T>(send: (again: () => Promise<void>) => Promise<T>): Promise<T> {
    await this.#enter()
    const again = async () => {
      this.#leave()
      await this.#enter()
    }
    try {
      return await send(again)
    } finally {
      this.#leave()
    }
  }

  async #enter(): Promise<void> {
    while (!this.#over.aborted && this.#unfinished() + this.#pending >= this.#current)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#pending++
  }

  #leave(): void {
    this.#pending--
    this.changed()
  }

  /** The server reports so much free capacity. */
  limit(free: number): void {
    this.#most = Math.min(this.#most, Math.max(1, free))
    this.#current = Math.min(this.#current, this.#most)
  }

  accepted(): void {
    if (++this.#acceptedInARow % ACCEPTED_IN_A_ROW === 0) this.#most = Math.min(LIMITS.unfinishedJobs, this.#most + 1)
    this.#seen = Math.max(this.#seen, this.#unfinished() + 1)
    if (this.#most < this.#seen && this.#increases++ < MOST_INCREASES) this.#most = this.#seen
    this.#current = Math.min(this.#most, this.#seen + Math.max(1, Math.floor(this.#seen * GROWTH)))
  }

  refused(): void {
    this.#refused++
    this.#acceptedInARow = 0
    const unfinished = this.#unfinished()
    // Without an unfinished job of this run, a 429 does not show how much capacity there is.
    if (unfinished > 0) this.#most = Math.min(this.#most, unfinished)
    this.#current = Math.min(this.#current, Math.max(1, unfinished))
    if (unfinished === 0 || this.#timesFull++ >= MOST_TIMES_FULL) return
    for (const act of this.#whenFull) {
      const done = act().catch(() => undefined)
      this.#acts.add(done)
      done.then(() => this.#acts.delete(done))
    }
  }

  get wasFull(): boolean {
    return this.#refused > 0
  }

  /** Calls `act` when a submission is refused while jobs use the capacity, a few times per run. */
  whenFull(act: () => Promise<void>): void {
    this.#whenFull.push(act)
  }

  /** Resolves when all calls of `whenFull` are done. */
  async settled(): Promise<void> {
    await Promise.all(this.#acts)
  }

  /** A job has ended, or a submission has been answered. */
  changed(): void {
    for (const resume of this.#waiting.splice(0)) resume()
  }
}

const FREE = /^(available|free|remaining|headroom|left|open|idle)/
const MOST = /(limit|max|total|slots|capacity|concurren)/
const USED = /(used|in_?use|active|running|unfinished|busy|queued|pending)/

/** Free capacity in GET /capacity, whose shape is open: the smallest number with a suitable name, or the only number. */
export function freeCapacityIn(reading: Exchange | undefined): number | undefined {
  if (!reading || !succeeded(reading)) return undefined
  const numbers = [...walk(jsonOf(reading)?.value)].flatMap(({ way, value }) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0
      ? [{ name: way.at(-1)?.toLowerCase() ?? '', value }]
      : [],
  )
  const named = (form: RegExp) => numbers.flatMap(({ name, value }) => (form.test(name) ? [value] : []))
  const [free, most, used] = [named(FREE), named(MOST), named(USED)]
  if (free.length > 0) return Math.min(...free)
  if (most.length > 0) return Math.max(0, Math.min(...most) - Math.max(0, ...used))
  return numbers.length === 1 && used.length === 0 ? numbers[0]!.value : undefined
}

/** §4: read GET /capacity before several submissions at once, because others may use the same server. */
export function limitTo(readings: readonly Exchange[], target: Target, capacity: Pick<Capacity, 'limit'>): void {
  if (isOnThisMachine(new URL(target.origin))) return
  const free = freeCapacityIn(readings.find(({ request }) => endpointOf(request, target) === 'GET /capacity'))
  if (free !== undefined) capacity.limit(free)
}
