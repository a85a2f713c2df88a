import type { Exchange, RequestTemplate } from '../history/entry/exchange.ts'
import { shownCodes, toldToWait } from '../history/reading/facts.ts'
import { statusOf } from '../history/reading/reading.ts'
import { carriesGoodKey } from '../history/reading/who-asks.ts'
import type { Keyring } from '../keys/keyring.ts'
import type { Pace } from './pace.ts'
import type { SendOptions } from './send-options.ts'

type Known = {
  pace: Pick<Pace, 'isLowered' | 'hasAnswers'>
  keyring: Pick<Keyring, 'isGood'>
  /** Seconds to wait where the server says nothing of it. */
  unsaid: number
}

/** Tells a server that is asked too fast from one that refuses a single kind of request, however long one waits. */
export class TooFast {
  /** Answered 429 again after the wait, while other requests were let in. */
  readonly #always = new Set<string>()

  /**
   * For how many seconds all requests wait after this answer. A test of capacity slows nothing down. A submission may be refused
   * for want of room (§7), and a poll because one job is polled too often: these count only once another request was refused.
   */
  secondsAfter(
    exchange: Exchange,
    { waits, regardless }: Pick<SendOptions, 'waits' | 'regardless'>,
    { pace, keyring, unsaid }: Known,
  ): number | undefined {
    const { request, purpose, again } = exchange
    const name = nameOf(request)
    if (statusOf(exchange) !== 429) {
      this.#always.delete(name)
      return undefined
    }
    if (waits === 0 || regardless || this.#always.has(name)) return undefined
    if (again && again.attempts.length > 0 && pace.hasAnswers) {
      this.#always.add(name)
      return undefined
    }
    const isSubmission = request.method === 'POST' && carriesGoodKey(request, keyring)
    if (!pace.isLowered && (isSubmission || purpose.part === 'poll')) return undefined
    if (isSubmission && shownCodes(exchange).some(({ code }) => code === 'capacity_exceeded')) return undefined
    return toldToWait(exchange) ?? unsaid
  }
}

/** What a server counts by: the endpoint, whatever is asked of it. */
const nameOf = ({ method, path }: RequestTemplate) => `${method} ${path.split('?')[0]}`
