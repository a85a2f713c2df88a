import { inUnits, type Money, moneyOf, smallest } from '../../config/prices/money.ts'
import { type Prices, pricingOf } from '../../config/prices/prices.ts'
import type { Cost } from '../driving/phase.ts'

/** In the unit of the price list, as amounts are written. */
export type PlannedCost = {
  unit: string
  /** On a server that conforms. */
  most: string
  /** Whatever the server does. */
  atMost: string
  /** If no limit bounded it. */
  wanted: string
  maxCost?: string
}

type Priced = { prices?: Prices; maxCost?: string }

/** What phases cost together. One that does not know its jobs may make them of any kind. */
export function moneyFor(costs: readonly Cost[], prices: Prices | undefined): Money {
  const pricing = pricingOf(prices)
  if (!pricing) return 0n
  return costs.reduce((sum, { jobs = 0, videoSeconds = 0, kind, money }) => {
    const most = kind === 'plain' ? pricing.plain(jobs, videoSeconds) : pricing.any(jobs, videoSeconds)
    return sum + (money ?? most)
  }, 0n)
}

/** No more than the limits leave: so many jobs with so much video cost no more than the dearest of the kind. */
export function moneyWithin(
  money: Money,
  { jobs, videoSeconds }: Required<Pick<Cost, 'jobs' | 'videoSeconds'>>,
  { prices, maxCost }: Priced,
): Money {
  const dearest = pricingOf(prices)?.any(jobs, videoSeconds) ?? 0n
  return smallest(money, dearest, ...(maxCost === undefined ? [] : [moneyOf(maxCost)]))
}

/** No more jobs than the cheapest ones that a limit of money pays for. */
export function mostJobsFor({ prices, maxCost }: Priced): number {
  const cheapest = pricingOf(prices)?.cheapest() ?? 0n
  return maxCost === undefined || cheapest === 0n ? Number.POSITIVE_INFINITY : Number(moneyOf(maxCost) / cheapest)
}

type Sums = { sum: Money; atMost: Money; wanted: Money }

export function plannedCost({ sum, atMost, wanted }: Sums, { prices, maxCost }: Priced): PlannedCost | undefined {
  if (!prices) return undefined
  return {
    unit: prices.unit,
    most: inUnits(sum),
    atMost: inUnits(atMost),
    wanted: inUnits(wanted),
    ...(maxCost !== undefined && { maxCost: inUnits(moneyOf(maxCost)) }),
  }
}
