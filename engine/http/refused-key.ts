import { ERROR_CODES } from '../../spec/words.ts'
import { BOUNDS } from '../config/bounds/bounds.ts'
import type { Exchange, RequestTemplate } from '../history/entry/exchange.ts'
import { statusOf, succeeded } from '../history/reading/reading.ts'
import { keyOf } from '../history/reading/who-asks.ts'
import { Inquiry } from './inquiry.ts'

/** So many refusals in a row, with nothing accepted in between, and a good request finds out. */
const MANY = 8

type Means = {
  pause(): Promise<void>
  ask(baseline: RequestTemplate): Promise<Exchange>
  onRefused(last: Exchange): void
}

/** A key that was good and is refused whatever it asks: it was revoked meanwhile, and all that would follow says nothing. */
export class RefusedKey {
  readonly #means: Means
  #refusals = 0
  #wasAccepted = false
  readonly #inquiry = new Inquiry()

  constructor(means: Means) {
    this.#means = means
  }

  /** Of requests that carry the key of the baseline, and nothing else. */
  note(exchange: Exchange): void {
    if (statusOf(exchange) === ERROR_CODES.unauthorized) {
      if (this.#wasAccepted) this.#refusals++
    } else if (succeeded(exchange)) {
      this.#wasAccepted = true
      this.#refusals = 0
    }
  }

  /** Resolves when the key is accepted again, or when it is known that it is not. */
  async over(baseline: RequestTemplate): Promise<void> {
    if (this.#refusals < MANY) return
    await this.#inquiry.join(() => this.#ask(baseline))
  }

  async #ask(baseline: RequestTemplate): Promise<void> {
    for (let tries = 1; ; tries++) {
      const exchange = await this.#means.ask(baseline)
      if (statusOf(exchange) !== ERROR_CODES.unauthorized) break
      if (tries >= BOUNDS.looksAtARefusedKey.most) return this.#means.onRefused(exchange)
      await this.#means.pause()
    }
    this.#refusals = 0
  }
}

export const bearsTheKeyOf = (baseline: RequestTemplate, request: RequestTemplate): boolean => {
  const key = keyOf(baseline)
  return key !== undefined && keyOf(request) === key
}
