import type { Exchange, RequestTemplate } from '../history/entry/exchange.ts'
import { isNotTheServers, isToBeRefused, shownCodes, speaksOfItsOwn, toldToWait } from '../history/reading/facts.ts'
import { statusOf } from '../history/reading/reading.ts'
import type { Rate } from './rate.ts'

/**
 * | response                    | what happens                                                                |
 * | --------------------------- | --------------------------------------------------------------------------- |
 * | 429 with Retry-After        | wait, retry                                                                 |
 * | 429 without it              | wait a poll interval, doubled each time, retry                              |
 * | network error, 502–504      | a control request for each retry so far, then retry, 3 times                |
 * | timeout, error on our side  | the same, once                                                              |
 * | network error, many probes  | the same, once                                                              |
 * | anything else               | the final response                                                          |
 */
const RETRIES = 3
const RETRIES_OF_TIMEOUTS = 1
const ENOUGH_LOST = 4
/** Retries after 429 while no similar request succeeds, and while others do: random refusals can come in a row. */
export const WAITS = 8
export const WAITS_WHILE_OTHERS_SUCCEED = 24
const DOUBLINGS = 8
/** Retry-After may be 0. */
export const LEAST_WAIT_MS = 100

/** `lostProbes`: invalid requests whose retries all failed. Some servers close the connection on each of them. */
export function mostRetries({ failure, purpose }: Exchange, lostProbes = 0): number {
  if (failure?.kind === 'timeout' || isNotTheServers(failure)) return RETRIES_OF_TIMEOUTS
  return failure && isToBeRefused(purpose) && lostProbes >= ENOUGH_LOST ? RETRIES_OF_TIMEOUTS : RETRIES
}

/** `nth`: number of earlier waits of this request. */
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
  /** Whether jobs of this run may use the capacity. */
  isBusy: boolean
  pollIntervalMs: number
}

/** Distinguishes a limit on the rate of all requests from a limit on one kind of request. */
export class RateLimited {
  /** Endpoints that returned 429 again after the wait, while other requests were accepted. */
  readonly #always = new Set<string>()
  /** The text of the last 429 about the rate, without numbers. */
  #said = ''

  /**
   * Seconds that all requests wait after this response. A 429 to a submission may be about capacity (§7), and one to a poll
   * about a single job: they count once another request got a 429. If the run has no unfinished job, a 429 to a submission
   * counts if it has a specific error code. Tests of capacity never count.
   */
  secondsAfter(
    exchange: Exchange,
    { waits, regardless }: { waits?: number; regardless?: boolean },
    { rate, isSubmission, isBusy, pollIntervalMs }: Known,
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
    if (isSubmission && this.isForTheRate(exchange)) return secondsOf(exchange, pollIntervalMs)
    const namesAnotherLimit = isSubmission && !isBusy && speaksOfItsOwn(exchange)
    if (!rate.isLowered && (isSubmission || purpose.part === 'poll') && !namesAnotherLimit) return undefined
    if (isSubmission && shownCodes(exchange).some(({ code }) => code === 'capacity_exceeded')) return undefined
    if (!isSubmission) this.#said = textOf(exchange)
    return secondsOf(exchange, pollIntervalMs)
  }

  /** Whether a 429 to a submission has the same text as one to another request, so that it is not about capacity. */
  isForTheRate(exchange: Exchange): boolean {
    return this.#said !== '' && this.#said === textOf(exchange)
  }
}

const endpointIn = ({ method, path }: RequestTemplate) => `${method} ${path.split('?')[0]}`

const secondsOf = (exchange: Exchange, pollIntervalMs: number) => toldToWait(exchange) ?? pollIntervalMs / 1000

const textOf = ({ answer }: Exchange) => (answer?.body ?? '').replaceAll(/\d+/g, '')
