import type { Configuration } from '../config/configuration.ts'
import { pricingOf } from '../config/prices/prices.ts'
import type { Purpose, RequestTemplate } from '../history/entry/exchange.ts'
import { LEFTOVERS } from '../history/entry/no-phases.ts'
import type { History } from '../history/history.ts'
import { isToBeRefused } from '../history/reading/facts.ts'
import { keyOf } from '../history/reading/who-asks.ts'
import type { Budget, Reservation } from './limits/budget.ts'
import { OverBudget } from './limits/over-budget.ts'
import { priceOfBody } from './limits/price-of-body.ts'
import type { CarryOptions } from './send-options.ts'

type Parts = {
  history: History
  budget: Budget
  configuration: Configuration
  now: () => number
  /** The one clause that a phase is about, if it is about one. */
  clauseOf?(phase: string): string | undefined
}

/** What a request may cost is counted, and written down where it may become a job, before it goes out. */
export class BeforeItGoes {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async count(
    { body = '' }: RequestTemplate,
    purpose: Purpose,
    { videoSeconds, mayBeTakenOn }: CarryOptions,
  ): Promise<Reservation | undefined> {
    const { budget, configuration, clauseOf } = this.#parts
    const pricing = pricingOf(configuration.prices)
    const money = pricing && videoSeconds !== undefined ? priceOfBody(body, pricing) : 0n
    const isPlanned = !isToBeRefused(purpose) || mayBeTakenOn === true
    const clause = purpose.breaks ?? clauseOf?.(purpose.by) ?? purpose.by
    const reservation =
      videoSeconds === undefined
        ? undefined
        : await budget.reserveJob({
            videoSeconds,
            money,
            by: purpose.by,
            isPlanned,
            mayBeRefused: mayBeTakenOn === true,
            clause,
          })
    try {
      budget.countRequest(...counted(purpose))
    } catch (error) {
      reservation?.release()
      throw error
    }
    return reservation
  }

  mayCountOneMore(purpose: Purpose): boolean {
    try {
      this.#parts.budget.countRequest(...counted(purpose))
      return true
    } catch (error) {
      if (error instanceof OverBudget) return false
      throw error
    }
  }

  /** Of one that did not go after all. */
  giveBack(purpose: Purpose): void {
    this.#parts.budget.giveBackRequest(...counted(purpose))
  }

  /** What may cost something is on the disk before it is sent, or is not sent. */
  async isNoted(
    n: number,
    request: RequestTemplate,
    purpose: Purpose,
    { videoSeconds = 0 }: CarryOptions,
  ): Promise<boolean> {
    const { history, configuration, now } = this.#parts
    const { by, case: what } = purpose
    const key = keyOf(request)
    const { maxJobs, maxVideoSeconds, maxCost } = configuration
    const isBounded = maxJobs !== undefined || maxVideoSeconds !== undefined || maxCost !== undefined
    // A probe is made to be refused: only where every job counts, what a broken server may make of it does, too.
    if (purpose.part === 'probe' && !isBounded) return true
    return history.note(() => ({
      kind: 'about to submit',
      n,
      at: now(),
      by,
      ...(what !== undefined && { case: what }),
      ...(key !== undefined && { key }),
      videoSeconds,
    }))
  }
}

/** Polls of the jobs that an earlier run left are no part of what a run announces. */
function counted({ part, by }: Purpose): [isPoll: boolean, isAnnounced: boolean] {
  const isPoll = part === 'poll'
  return [isPoll, !isPoll && by !== LEFTOVERS]
}
