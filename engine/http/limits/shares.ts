import { FIELDS } from '../../../spec/words.ts'
import { type Money, moneyOf } from '../../config/prices/money.ts'
import type { Allowance } from './allowance.ts'
import type { Limits, SpendingLimit } from './limits.ts'
import { OverBudget } from './over-budget.ts'

/** So many jobs, chosen within what was left when the turn came to it; `isWhole`: no more were wanted. */
export type Share = { jobs: number; left: Allowance; isWhole: boolean }

/**
 * How large one submission may be that nobody means to become a job: of the phases that come before all jobs, of others, and
 * of what a lawful server may make a job of all the same.
 */
export type Leeway = { first: Allowance; refused: Allowance; either: Allowance }

/** What each phase may make of jobs where limits bound them. */
export type Shares = {
  /** By the name of the phase, in the order in which they matter: a second look takes from those that come behind. */
  of: ReadonlyMap<string, Share>
  /** How many jobs nobody has a use for that is known beforehand. */
  spare: number
  /** How many are kept, besides, for those who have no share: whatever a server may refuse or take on. */
  others: number
  /** For what needs room only until it is refused. */
  leeway: Leeway
  /** Phases that come before all that make jobs. */
  first: ReadonlySet<string>
  /** Phases that make jobs and for which the requests do not suffice: they are not begun. */
  leftOut: ReadonlySet<string>
  /** Others for which they do not: they come last, in this order, as far as the requests go. */
  last: ReadonlySet<string>
  /** Of several limits, the one that leaves least. */
  limit: { option: SpendingLimit; most: number | string }
}

/** Of a phase that has used up its share, or was given none. */
export class NoShareLeft extends OverBudget {
  constructor({ option, most }: Shares['limit']) {
    super(option, most, `${option} ${most} is too low for this check`)
  }
}

/** Of what has to be refused, and asks for more than the limits leave beside the shares. */
export class LeewayTooSmall extends OverBudget {
  constructor(option: SpendingLimit, most: number | string) {
    super(option, most, `${option} ${most} is too low for this probe`)
  }
}

/** One part in so many of each limit is kept; of a small one, room for so many jobs of the usual kind, as far as half of it goes. */
const STAKE = 10
const LEAST = 2

/** In jobs, seconds or money: `others` is for what a lawful server may make a job of as well. */
type Kept = { stake: number; others: number }

const NOT_BOUNDED: Kept = { stake: 0, others: Number.POSITIVE_INFINITY }

/**
 * What has to be refused is sent while there is room for what a broken server may make of it, and would else go unsent once
 * the last job is ordered: of a limit, `stake` is kept from orders.
 */
function keptOf(limit: number, ofOne: number): Kept {
  const few = ofOne > 0 ? Math.min(LEAST, Math.floor(limit / 2 / ofOne)) : 0
  const [part, least] = [limit / STAKE, few * ofOne]
  return part > least ? { stake: part, others: part / 2 } : { stake: least, others: Math.floor(few / 2) * ofOne }
}

/** Of each limit. Of what nothing bounds, nothing has to be kept for orders, and others have as much as they like. */
export function keptOfEach(
  { maxJobs, maxVideoSeconds, maxCost }: Limits,
  priceOfOne: Money,
): Record<'stake' | 'others', Allowance> {
  const jobs = maxJobs === undefined ? NOT_BOUNDED : keptOf(maxJobs, 1)
  const video = maxVideoSeconds === undefined ? NOT_BOUNDED : keptOf(maxVideoSeconds, FIELDS.duration.default)
  const money = maxCost === undefined ? undefined : keptOf(Number(moneyOf(maxCost)), Number(priceOfOne))
  const allowance = (of: keyof Kept): Allowance => ({
    jobs: Math.floor(jobs[of]),
    videoSeconds: video[of],
    ...(money && { money: BigInt(Math.floor(money[of])) }),
  })
  return { stake: allowance('stake'), others: allowance('others') }
}
