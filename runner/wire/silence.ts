import type { Exchange, RequestTemplate } from '../history/exchange.ts'
import { isTransient } from '../history/transient.ts'

/** So many failures in a row, of requests of all kinds, are no mishap of one of them. */
const MANY = 40
const MOST_TRIES = 10

type Means = {
  pause(): Promise<void>
  ask(baseline: RequestTemplate): Promise<Exchange>
  onGone(last: Exchange): void
}

/** Where nobody answers any more, one good request now and then finds out whether somebody does again; all else waits. */
export class Silence {
  readonly #means: Means
  #failures = 0
  #recovery: Promise<void> | undefined

  constructor(means: Means) {
    this.#means = means
  }

  note(exchange: Exchange): void {
    this.#failures = isTransient(exchange) ? this.#failures + 1 : 0
  }

  /** Resolves when somebody answers, or when it is known that nobody does. */
  async over(baseline: RequestTemplate): Promise<void> {
    if (this.#failures < MANY) return
    this.#recovery ??= this.#recover(baseline).finally(() => {
      this.#recovery = undefined
    })
    await this.#recovery
  }

  async #recover(baseline: RequestTemplate): Promise<void> {
    for (let tries = 1; this.#failures >= MANY; tries++) {
      await this.#means.pause()
      const exchange = await this.#means.ask(baseline)
      if (tries >= MOST_TRIES && isTransient(exchange)) return this.#means.onGone(exchange)
    }
  }
}
