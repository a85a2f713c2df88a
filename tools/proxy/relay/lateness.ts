import type { Late } from './told.ts'

const EACH_MS = 20
/** Shorter delays are normal for timers. */
const LEAST_MS = 20

/**
 * Detects blocking of this thread: a late timer shows a period in which requests may have waited, and measured times
 * are unreliable.
 */
export class RelayLateness {
  readonly #now: () => number
  readonly #tell: (late: Late) => void
  readonly #timer: NodeJS.Timeout
  #last: number
  #late: Late | undefined

  constructor(now: () => number, tell: (late: Late) => void) {
    this.#now = now
    this.#tell = tell
    this.#last = now()
    this.#timer = setInterval(() => this.look(), EACH_MS)
  }

  look(): void {
    const now = this.#now()
    const ms = now - this.#last - EACH_MS
    if (ms >= LEAST_MS) this.note({ at: this.#last + EACH_MS, ms })
    else this.#out()
    this.#last = now
  }

  /** Joins consecutive delays. */
  note({ at, ms }: Late): void {
    const late = this.#late
    if (late && at <= late.at + late.ms + EACH_MS)
      this.#late = { at: late.at, ms: Math.max(late.ms, at + ms - late.at) }
    else {
      this.#out()
      this.#late = { at, ms }
    }
  }

  /** Reports a delay that may not have ended, before later events are reported. */
  flush(): void {
    this.look()
    this.#out()
  }

  close(): void {
    clearInterval(this.#timer)
    this.#out()
  }

  #out(): void {
    if (this.#late) this.#tell(this.#late)
    this.#late = undefined
  }
}
