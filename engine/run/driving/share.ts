import { pricingOf } from '../../config/prices/prices.ts'
import { chosenWithin } from '../../http/limits/allowance.ts'
import { expenseOf } from '../../http/limits/price-of-body.ts'
import { NoShareLeft } from '../../http/limits/shares.ts'
import { causeOf, NotTried } from './not-tried.ts'
import type { Shared } from './shared.ts'

type Chosen<T> = { chosen: readonly T[]; missing: readonly T[]; why?: NotTried }

/** What a phase makes of all the jobs that it wishes for, where limits leave it a share of them. */
export function shareOf<T>(
  wished: readonly T[],
  bodyOf: (each: T) => string,
  { by, shares, configuration }: Pick<Shared, 'shares' | 'configuration'> & { by: string },
): Chosen<T> {
  const share = shares?.of.get(by)
  if (!shares || !share) return { chosen: wished, missing: [] }
  const pricing = pricingOf(configuration.prices)
  const chosen = chosenWithin(share.left, wished, (each) => expenseOf(bodyOf(each), pricing))
  const over = new NoShareLeft(shares.limit)
  return {
    chosen,
    missing: wished.filter((each) => !chosen.includes(each)),
    why: new NotTried(over.message, causeOf(over)),
  }
}
