import type { Exchange, RequestTemplate } from '../history/entry/exchange.ts'
import { isNotTheServers, shownCodes, toldToWait } from '../history/reading/facts.ts'
import { statusOf } from '../history/reading/reading.ts'
import type { Rate } from './rate.ts'

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
export const WAITS = 8
export const WAITS_WHILE_OTHERS_SUCCEED = 24
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

type Known = {
  rate: Pick<Rate, 'isLowered' | 'hasAnswers'>
  /** A POST with a valid key. */
  isSubmission: boolean
  pollIntervalMs: number
}

/** Tells a limit on the rate of all requests from a limit on one kind of request. */
export class RateLimited {
  /** Endpoints that returned 429 again after the wait, while other requests were accepted. */
  readonly #always = new Set<string>()

  /**
   * Seconds that all requests wait after this response. A test of capacity slows nothing down. A 429 to a submission may
   * be about capacity (§7), and one to a poll about a single job: they count once another request got a 429.
   */
  secondsAfter(
    exchange: Exchange,
    { waits, regardless }: { waits?: number; regardless?: boolean },
    { rate, isSubmission, pollIntervalMs }: Known,
  ): number | undefined {
    const { request, purpose, again } = exchange
    if (statusOf(exchange) !== 429) {
      if (this.#always.size > 0) this.#always.delete(endpointIn(request))
      return undefined
    }
    if (waits === 0 || regardless || this.#always.has(endpointIn(request))) return undefined
    if (again && again.attempts.length > 0 && rate.hasAnswers) {
      this.#always.add(endpointIn(request))
      return undefined
    }
    if (!rate.isLowered && (isSubmission || purpose.part === 'poll')) return undefined
    if (isSubmission && shownCodes(exchange).some(({ code }) => code === 'capacity_exceeded')) return undefined
    return toldToWait(exchange) ?? pollIntervalMs / 1000
  }
}

const endpointIn = ({ method, path }: RequestTemplate) => `${method} ${path.split('?')[0]}`
