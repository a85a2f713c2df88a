import type { Exchange } from '../history/exchange.ts'
import { statusOf } from '../history/reading.ts'
import { isNotTheServers } from '../history/transient.ts'

/** A flaky network fails now and then, a broken server each time: only what fails every time counts. */
const MOST_RETRIES = 3
/** Each costs the whole time that a request may take, and a network that swallows the same one twice is rare. */
const MOST_RETRIES_OF_SILENCE = 1

const MOST_WAITS = 8
/** Who refuses now and then refuses one request eight times in a row sooner or later: others that get in tell so. */
const MOST_WAITS_WHILE_OTHERS_GET_IN = 24

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
  constructor(enough: number | (() => boolean) = MOST_WAITS) {
    this.#isEnough =
      typeof enough === 'function' ? enough : () => this.inVain >= enough || this.#all >= MOST_WAITS_WHILE_OTHERS_GET_IN
  }

  get areOver(): boolean {
    return this.#isEnough()
  }

  count(othersGotIn: boolean): void {
    this.#all++
    if (!othersGotIn) this.inVain++
  }
}

/** Of what failed, and may not fail the next time. */
export function mostRetries({ failure }: Exchange): number {
  return failure?.kind === 'timeout' || isNotTheServers(failure) ? MOST_RETRIES_OF_SILENCE : MOST_RETRIES
}
