import { FIELDS } from '../../../spec/words.ts'
import { pricingOf } from '../../config/prices/prices.ts'
import { fits, oneJob } from '../../http/limits/amount.ts'
import { expenseOf } from '../../http/limits/price-of-body.ts'
import type { PlanInput } from '../phase.ts'

type Known = Pick<PlanInput, 'unexpected' | 'configuration'>

/** Whether the limits of the user allow a submission that must be refused, which a faulty server may accept. */
export function fitsUnexpected({ unexpected, configuration }: Known): (body: string) => boolean {
  if (!unexpected) return () => true
  if (unexpected.jobs < 1) return () => false
  const pricing = pricingOf(configuration.prices)
  return (body) => fits(oneJob(expenseOf(body, pricing)), unexpected)
}

/** The same for the shortest valid body. */
export function fitsAGoodBody({ unexpected, configuration }: PlanInput): boolean {
  const videoSeconds = FIELDS.duration.least
  const money = pricingOf(configuration.prices)?.cheapest(videoSeconds) ?? 0n
  return !unexpected || fits(oneJob({ videoSeconds, money }), unexpected)
}
