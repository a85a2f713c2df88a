import type { Late } from './told.ts'

const EACH_MS = 20
/** Less is what timers and machines do. */
const LEAST_MS = 20

/**
 * Whether this thread does what comes when it comes: a timer that is called too late tells of a moment in which a request
 * may have waited, and in which no time that was measured is worth anything.
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

  /** What goes on from one look to the next is one. */
  note({ at, ms }: Late): void {
    const late = this.#late
    if (late && at <= late.at + late.ms + EACH_MS)
      this.#late = { at: late.at, ms: Math.max(late.ms, at + ms - late.at) }
    else {
      this.#out()
      this.#late = { at, ms }
    }
  }

  /** What is known of it by now, whether or not it goes on: before what happened in it is told. */
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
