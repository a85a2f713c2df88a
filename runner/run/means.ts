import { FIELDS } from '../../spec/words.ts'
import type { Disguise } from '../history/disguise.ts'
import type { OnUnwritable } from '../history/file-being-written.ts'
import { History } from '../history/history.ts'
import { pricingOf } from '../settings/prices.ts'
import { Budget } from '../wire/limits/budget.ts'
import { priceOfAny } from '../wire/limits/price-of-body.ts'
import type { SessionOptions } from './session-options.ts'

/** The history of a run: a new one, or that of a run which goes on. */
export function historyOf(
  { historyPath, resumption }: SessionOptions,
  onUnwritable: OnUnwritable,
  disguise: Disguise,
): History {
  const more = resumption && { before: resumption.before, room: resumption.earlier.room }
  const history = new History(historyPath, onUnwritable, { disguise, ...more })
  if (resumption) history.goesOn(resumption.earlier.began)
  return history
}

/** What it may spend, of which some is spent. */
export function budgetOf({ configuration, resumption, announced, risksJobs, shares }: SessionOptions): Budget {
  const pricing = pricingOf(configuration.prices)
  return new Budget(configuration, {
    stakes: risksJobs === true,
    announced,
    shares,
    priceOfOne: pricing ? priceOfAny(FIELDS.duration.default, pricing) : 0n,
    ...(resumption && { behind: { ...resumption.earlier.spent, orders: resumption.earlier.orders } }),
  })
}
