import { BOUNDS } from '../config/bounds/bounds.ts'
import type { Exchange, RequestTemplate } from '../history/entry/exchange.ts'
import { isTransient, toldToWait } from '../history/reading/facts.ts'
import { Inquiry } from './inquiry.ts'

/** So many failures in a row, of requests of all kinds, are no mishap of one of them. */
const MANY = 40
/** Where each takes its time, so many of so many kinds, for so long, show the same. */
const SLOWLY = { failures: 12, kinds: 3, ms: 30_000 }
const LEAST_TRIES = 10

type Means = {
  now(): number
  pause(leastMs?: number): Promise<void>
  hasTimeFor(ms: number): boolean
  ask(baseline: RequestTemplate): Promise<Exchange>
  onGone(last: Exchange): void
}

/** Where nobody answers any more, one good request now and then finds out whether somebody does again; all else waits. */
export class Silence {
  readonly #means: Means
  #failures = 0
  /** When the first of them came, and what they asked for. */
  #since = 0
  readonly #kinds = new Set<string>()
  readonly #inquiry = new Inquiry()

  constructor(means: Means) {
    this.#means = means
  }

  note(exchange: Exchange): void {
    if (!isTransient(exchange)) {
      this.#failures = 0
      this.#kinds.clear()
      return
    }
    if (this.#failures++ === 0) this.#since = exchange.at
    if (this.#kinds.size < SLOWLY.kinds) this.#kinds.add(`${exchange.request.method} ${exchange.request.path}`)
  }

  /** Resolves when somebody answers, or when it is known that nobody does. */
  async over(baseline: RequestTemplate): Promise<void> {
    if (!this.#isSilent) return
    await this.#inquiry.join(() => this.#recover(baseline))
  }

  get #isSilent(): boolean {
    if (this.#failures >= MANY) return true
    const { failures, kinds, ms } = SLOWLY
    return this.#failures >= failures && this.#kinds.size >= kinds && this.#means.now() - this.#since >= ms
  }

  /** Whoever is started anew is back after some seconds, or says after how many. */
  async #recover(baseline: RequestTemplate): Promise<void> {
    const { pause, ask, now, hasTimeFor, onGone } = this.#means
    const begun = now()
    let told = 0
    for (let tries = 1; this.#failures > 0; tries++) {
      await pause(told)
      const exchange = await ask(baseline)
      if (!isTransient(exchange)) return
      told = (toldToWait(exchange) ?? 0) * 1000
      if (!hasTimeFor(told) || (tries >= LEAST_TRIES && now() - begun >= BOUNDS.goneMs.most)) return onGone(exchange)
    }
  }
}
