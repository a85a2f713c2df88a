import { setTimeout as sleep } from 'node:timers/promises'

/** Lets requests go one after another, so that no second sees more than `rate` of them. */
export class Pace {
  readonly #gap: number
  #next = 0

  constructor(rate: number | undefined) {
    this.#gap = rate ? 1000 / rate : 0
  }

  async turn(signal: AbortSignal): Promise<void> {
    if (!this.#gap) return
    const now = performance.now()
    const mine = Math.max(now, this.#next)
    this.#next = mine + this.#gap
    if (mine > now) await sleep(mine - now, undefined, { signal })
  }
}
