import { FIELDS } from '../../../spec/words.ts'
import { type Money, smallest } from '../../config/prices/money.ts'
import type { Pricing } from '../../config/prices/prices.ts'

/** A number of jobs, their seconds of video, and their cost. Without a price list, money stays 0. */
export type Amount = { jobs: number; videoSeconds: number; money: Money | undefined }

/** The cost of one job. */
export type JobCost = { videoSeconds: number; money?: Money }

export const NOTHING: Amount = { jobs: 0, videoSeconds: 0, money: 0n }

const UNLIMITED = Number.POSITIVE_INFINITY

/** No limit. `money: undefined` is an unlimited cost. */
export const EVERYTHING: Amount = { jobs: UNLIMITED, videoSeconds: UNLIMITED, money: undefined }

export const oneJob = ({ videoSeconds, money = 0n }: JobCost): Amount => ({ jobs: 1, videoSeconds, money })

/** The difference, at least 0 in each unit. */
export function minus(from: Amount, { jobs, videoSeconds, money = 0n }: Amount): Amount {
  const left = from.money === undefined ? undefined : from.money - money
  return {
    jobs: Math.max(0, from.jobs - jobs),
    videoSeconds: Math.max(0, from.videoSeconds - videoSeconds),
    money: left !== undefined && left < 0n ? 0n : left,
  }
}

export const plus = (one: Amount, other: Amount): Amount => ({
  jobs: one.jobs + other.jobs,
  videoSeconds: one.videoSeconds + other.videoSeconds,
  money: one.money === undefined || other.money === undefined ? undefined : one.money + other.money,
})

/** The lower limit in each unit. */
export function least(one: Amount, other: Amount): Amount {
  const [first, ...more] = [one.money, other.money].filter((money) => money !== undefined)
  return {
    jobs: Math.min(one.jobs, other.jobs),
    videoSeconds: Math.min(one.videoSeconds, other.videoSeconds),
    money: first === undefined ? undefined : smallest(first, ...more),
  }
}

export const fits = (amount: Amount, limit: Amount): boolean =>
  amount.jobs <= limit.jobs &&
  amount.videoSeconds <= limit.videoSeconds &&
  (limit.money === undefined || (amount.money !== undefined && amount.money <= limit.money))

/** The number of shortest and cheapest jobs within a limit. */
export function jobsWithin({ jobs, videoSeconds, money }: Amount, pricing: Pricing | undefined): number {
  const cheapest = pricing?.cheapest() ?? 0n
  const paid = money === undefined || cheapest === 0n ? UNLIMITED : Number(money / cheapest)
  return Math.min(jobs, Math.floor(videoSeconds / FIELDS.duration.least), paid)
}

/**
 * The first of these jobs that fit within a limit. If not all fit, none uses more than half of the remaining video or money:
 * many small jobs show more than one large job. `cheaper`: a cheaper form of a job that shows most of the same. As many as
 * possible are chosen in this form, then the first of them in full as far as the limit allows.
 */
export function chosenWithin<T>(
  limit: Amount,
  candidates: readonly T[],
  costOf: (each: T) => JobCost,
  cheaper?: (each: T) => T,
): T[] {
  const amountOf = (each: T) => oneJob(costOf(each))
  if (fits(candidates.map(amountOf).reduce(plus, NOTHING), limit)) return [...candidates]
  let left = limit
  const chosen = candidates.filter((each) => {
    const cost = amountOf(cheaper?.(each) ?? each)
    const needed = cheaper ? cost : { jobs: 1, videoSeconds: 2 * cost.videoSeconds, money: 2n * (cost.money ?? 0n) }
    if (!fits(needed, left)) return false
    left = minus(left, cost)
    return true
  })
  if (!cheaper) return chosen
  return chosen.map((each) => {
    const less = cheaper(each)
    const saved = plus(left, amountOf(less))
    if (!fits(amountOf(each), saved)) return less
    left = minus(saved, amountOf(each))
    return each
  })
}
