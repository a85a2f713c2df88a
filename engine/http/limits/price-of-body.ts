import type { Money } from '../../config/prices/money.ts'
import type { Pricing } from '../../config/prices/prices.ts'
import { duplicateMembers } from '../../history/reading/duplicate-members.ts'
import { parseJson } from '../../history/reading/reading.ts'
import { videoSecondsOf } from '../requests.ts'
import type { JobCost } from './amount.ts'

const OF_ANY_KIND = { resolution: null, bit_depth: null, fps: null }

/** Seconds and cost of a job of this body. */
export const expenseOf = (body: string, pricing: Pricing | undefined): JobCost => ({
  videoSeconds: videoSecondsOf(body),
  ...(pricing && { money: priceOfBody(body, pricing) }),
})

/** Maximum cost of a job of so many seconds, of any kind. */
export const priceOfAny = (seconds: number, pricing: Pricing): Money => pricing.of({ ...OF_ANY_KIND, seconds })

/** Maximum cost of a job of this body. Servers may parse unusual bodies differently: those may be of any kind. */
export function priceOfBody(body: string, pricing: Pricing): Money {
  const seconds = videoSecondsOf(body)
  const value = parseJson(body)?.value
  const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isPlain || duplicateMembers(body.replace(/^\ufeff/, '')).length > 0) return priceOfAny(seconds, pricing)
  const { resolution, bit_depth, fps } = value as { [field: string]: unknown }
  return pricing.of({ resolution, bit_depth, fps, seconds })
}
