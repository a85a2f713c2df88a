import { LIMITS } from '../config/limits.ts'

/** Other users may have taken the capacity. */
const MOST_TRIES_FOR_MORE = 8
/** Observations of a server at capacity; each costs a refused submission. */
export const MOST_TIMES_FULL = 3
const AT_FIRST = 4
/** For each submission that is accepted. */
const GROWTH = 2
const GOOD_IN_A_ROW = 6

/**
 * How many jobs the run has unfinished at once. It grows while all goes well, and stays at what the server had room for
 * when it answered 429: whoever asks for more than there is only waits.
 */
export class Room {
  #places = AT_FIRST
  #most: number = LIMITS.unfinishedJobs
  #underWay = 0
  #goodInARow = 0
  #refusals = 0
  #waiting: (() => void)[] = []
  #timesFull = 0
  /** So many jobs were unfinished at once. */
  #seen = 1
  #timesTriedAgain = 0
  readonly #whenFull: (() => Promise<void>)[] = []
  readonly #acting = new Set<Promise<void>>()
  readonly #unfinished: () => number
  readonly #over: AbortSignal

  /** When the run is over nobody waits any more; whoever sends then hears of it from the client. */
  constructor(unfinished: () => number, over: AbortSignal) {
    this.#unfinished = unfinished
    this.#over = over
    over.addEventListener('abort', () => this.changed(), { once: true })
  }

  /** One submission at a time for each free place. One that was refused for want of room gives its place back until `again`. */
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
    while (!this.#over.aborted && this.#unfinished() + this.#underWay >= this.#places)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#underWay++
  }

  #leave(): void {
    this.#underWay--
    this.changed()
  }

  /** The server was asked how many there is room for; one at a time is tried in any event. */
  heed(headroom: number): void {
    this.#most = Math.min(this.#most, Math.max(1, headroom))
    this.#places = Math.min(this.#places, this.#most)
  }

  accepted(): void {
    this.#goodInARow++
    // A server may have been full because of others: now and then one place more is tried.
    if (this.#refusals === 1 && this.#goodInARow >= GOOD_IN_A_ROW)
      this.#most = Math.min(LIMITS.unfinishedJobs, this.#most + 1)
    this.#seen = Math.max(this.#seen, this.#unfinished() + 1)
    // Where there has been room for more, a 429 may have had another reason: too many in a moment, or each third.
    if (this.#most < this.#seen && this.#timesTriedAgain++ < MOST_TRIES_FOR_MORE) this.#most = this.#seen
    this.#places = Math.min(this.#most, this.#places + GROWTH)
  }

  refused(): void {
    this.#refusals++
    this.#goodInARow = 0
    const unfinished = this.#unfinished()
    // Where no job of the run takes up room, how much there is for them is not known; one at a time finds out.
    if (unfinished > 0) this.#most = Math.min(this.#most, unfinished)
    this.#places = Math.min(this.#places, Math.max(1, unfinished))
    this.#act()
  }

  /** Whether the server ever had no room for one more. */
  get isScarce(): boolean {
    return this.#refusals > 0
  }

  /** What is to be done at once when a submission is refused while jobs take up the room: a few times a run. */
  whenFull(act: () => Promise<void>): void {
    this.#whenFull.push(act)
  }

  /** Resolves when what was begun for want of room is done. */
  async acted(): Promise<void> {
    await Promise.all(this.#acting)
  }

  #act(): void {
    if (this.#unfinished() === 0 || this.#timesFull++ >= MOST_TIMES_FULL) return
    for (const act of this.#whenFull) {
      const acting = act().catch(() => undefined)
      this.#acting.add(acting)
      acting.then(() => this.#acting.delete(acting))
    }
  }

  /** A job has ended, or an answer has come. */
  changed(): void {
    for (const resume of this.#waiting.splice(0)) resume()
  }
}
