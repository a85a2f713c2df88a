import type { Exchange } from '../history/entry/exchange.ts'
import { isNotTheServers, toldToWait } from '../history/reading/facts.ts'
import { statusOf } from '../history/reading/reading.ts'

/**
 * | response                    | what happens                                                                |
 * | --------------------------- | --------------------------------------------------------------------------- |
 * | 429 with Retry-After        | wait as told, repeat                                                        |
 * | 429 without it              | wait a poll interval, doubled each time, repeat                             |
 * | network error, 502–504      | a control request for each repeat so far, then repeat, 3 times              |
 * | timeout, error of our side  | the same, once                                                              |
 * | anything else               | the final response                                                          |
 */
const RETRIES = 3
const RETRIES_OF_TIMEOUTS = 1
/** 429s of one request while no similar request succeeds, and while others do: random refusals can come in a row. */
const WAITS = 8
const WAITS_WHILE_OTHERS_SUCCEED = 24
const DOUBLINGS = 8
/** A server may say 0. */
export const LEAST_WAIT_MS = 100

export function mostRetries({ failure }: Exchange): number {
  return failure?.kind === 'timeout' || isNotTheServers(failure) ? RETRIES_OF_TIMEOUTS : RETRIES
}

/** `nth`: how often the same request has waited in vain. */
export function waitMsAfter(exchange: Exchange, nth: number, pollIntervalMs: number): number {
  const seconds = toldToWait(exchange)
  return seconds === undefined
    ? pollIntervalMs * 2 ** Math.min(nth, DOUBLINGS)
    : Math.max(seconds * 1000, LEAST_WAIT_MS)
}

/** Counts requests of a method with a valid key that returned anything but 429. */
export class Successes {
  readonly #times = new Map<string, number>()

  note(exchange: Exchange): void {
    const { method } = exchange.request
    if (exchange.answer && statusOf(exchange) !== 429) this.#times.set(method, this.of(method) + 1)
  }

  of(method: string): number {
    return this.#times.get(method) ?? 0
  }
}

/** Counts how often one request has waited after a 429. */
export class Waits {
  #all = 0
  /** While no similar request succeeded. */
  inVain = 0
  readonly #areEnough: () => boolean

  /** `most`: number of waits in vain, or a condition. */
  constructor(most: number | (() => boolean) = WAITS) {
    this.#areEnough =
      typeof most === 'function' ? most : () => this.inVain >= most || this.#all >= WAITS_WHILE_OTHERS_SUCCEED
  }

  get areOver(): boolean {
    return this.#areEnough()
  }

  count(othersSucceeded: boolean): void {
    this.#all++
    if (!othersSucceeded) this.inVain++
  }
}
