/** A moment in which this process did nothing that came: from `at` on, in milliseconds since 1970, for so many. */
export type WasLate = { at: number; ms: number }

const EACH_MS = 20
const LEAST_MS = 20

const now = () => performance.timeOrigin + performance.now()

/** A timer that is called too late tells that a request may have waited to be noticed. One watches for all scenarios. */
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
