import { FIELDS } from '../../../spec/words.ts'
import { pricingOf } from '../../config/prices/prices.ts'
import { hasRoomFor } from '../../http/limits/allowance.ts'
import { expenseOf } from '../../http/limits/price-of-body.ts'
import type { Leeway } from '../../http/limits/shares.ts'
import type { Prospect } from './phase.ts'

type Known = Pick<Prospect, 'leeway' | 'configuration'>

/** Whether the limits of a run leave room for such a body until it is refused. */
export function whatFits(known: Known, as: keyof Leeway): (body: string) => boolean {
  const whatever = fitsWhatever(known, as)
  if (whatever !== undefined) return () => whatever
  const pricing = pricingOf(known.configuration.prices)
  return (body) => hasRoomFor(known.leeway![as], { jobs: 1, ...expenseOf(body, pricing) })
}

/** Whether each body does, or none, whatever it asks for; undefined where that depends on the body. */
export function fitsWhatever({ leeway }: Known, as: keyof Leeway): boolean | undefined {
  const most = leeway?.[as]
  if (!most) return true
  if (most.jobs < 1) return false
  return most.videoSeconds === Number.POSITIVE_INFINITY && most.money === undefined ? true : undefined
}

/** The same of a body that asks for as little as one can. */
export const fitsAnyBody = (prospect: Prospect, as: keyof Leeway): boolean => fitsOneOf(0, prospect, as)

/** The same of the body of a good submission: it is at least so large, and goes along wherever something else is wrong. */
export const fitsAGoodBody = (prospect: Prospect): boolean => fitsOneOf(FIELDS.duration.least, prospect, 'refused')

/** Of so many seconds, of the cheapest kind. */
function fitsOneOf(videoSeconds: number, { leeway, configuration }: Prospect, as: keyof Leeway): boolean {
  const money = pricingOf(configuration.prices)?.cheapest(videoSeconds) ?? 0n
  return !leeway || hasRoomFor(leeway[as], { jobs: 1, videoSeconds, money })
}
