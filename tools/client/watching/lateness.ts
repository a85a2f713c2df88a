/** A period in which this process was blocked: start in milliseconds since 1970, and duration. */
export type WasLate = { at: number; ms: number }

const EACH_MS = 20
const LEAST_MS = 20

const now = () => performance.timeOrigin + performance.now()

/** A late timer shows that requests may have waited, too. One instance serves all scenarios. */
export class ClientLateness {
  readonly #late: WasLate[] = []
  readonly #timer: NodeJS.Timeout
  #last = now()

  constructor() {
    this.#timer = setInterval(() => this.#look(), EACH_MS)
    this.#timer.unref()
  }

  between(from: number, to: number): WasLate[] {
    return this.#late.filter(({ at, ms }) => at + ms >= from && at <= to)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    const at = now()
    const ms = at - this.#last - EACH_MS
    if (ms >= LEAST_MS) this.#late.push({ at: this.#last + EACH_MS, ms })
    this.#last = at
  }
}
