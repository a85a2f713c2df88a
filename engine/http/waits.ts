import { BOUNDS } from '../config/bounds/bounds.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { isNotTheServers } from '../history/reading/facts.ts'
import { statusOf } from '../history/reading/reading.ts'

/** How many requests of a method that carry a good key were answered with another word than 429. */
export class GotIn {
  readonly #times = new Map<string, number>()

  note(exchange: Exchange): void {
    const { method } = exchange.request
    if (exchange.answer && statusOf(exchange) !== 429) this.#times.set(method, this.times(method) + 1)
  }

  times(method: string): number {
    return this.#times.get(method) ?? 0
  }
}

/** How often one request has been waited for that was answered 429. */
export class Waits {
  #all = 0
  /** While nobody else got in either. */
  inVain = 0
  readonly #isEnough: () => boolean

  /** `enough`: after so many waits in vain, or when somebody says so. */
  constructor(enough: number | (() => boolean) = BOUNDS.waits.most) {
    this.#isEnough =
      typeof enough === 'function' ? enough : () => this.inVain >= enough || this.#all >= BOUNDS.waitsAsOthersGetIn.most
  }

  get areOver(): boolean {
    return this.#isEnough()
  }

  count(othersGotIn: boolean): void {
    this.#all++
    if (!othersGotIn) this.inVain++
  }
}

/** Of what failed, and may not fail the next time: only what fails every time counts. */
export function mostRetries({ failure }: Exchange): number {
  return failure?.kind === 'timeout' || isNotTheServers(failure) ? BOUNDS.retriesOfSilence.most : BOUNDS.retries.most
}
