import { FIELDS } from '../../../spec/words.ts'
import { largest, type Money, smallest } from '../../config/prices/money.ts'
import type { Pricing } from '../../config/prices/prices.ts'

/** So many jobs, with so much video; at any price where none is said. */
export type Allowance = { jobs: number; videoSeconds: number; money?: Money }

/** What one job takes of it. */
export type Expense = Omit<Allowance, 'jobs'>

export const NOTHING: Allowance = { jobs: 0, videoSeconds: 0, money: 0n }

/** What is left of one, and never less than nothing. */
export function without({ jobs, videoSeconds, money }: Allowance, taken: Allowance): Allowance {
  return {
    jobs: Math.max(0, jobs - taken.jobs),
    videoSeconds: Math.max(0, videoSeconds - taken.videoSeconds),
    ...(money !== undefined && { money: largest([money - (taken.money ?? 0n)]) }),
  }
}

export function together(one: Allowance, other: Allowance): Allowance {
  return {
    jobs: one.jobs + other.jobs,
    videoSeconds: one.videoSeconds + other.videoSeconds,
    ...(one.money !== undefined && other.money !== undefined && { money: one.money + other.money }),
  }
}

/** What both allow. */
export function least(one: Allowance, other: Allowance): Allowance {
  const money = [one.money, other.money].filter((each) => each !== undefined)
  return {
    jobs: Math.min(one.jobs, other.jobs),
    videoSeconds: Math.min(one.videoSeconds, other.videoSeconds),
    ...(money.length > 0 && { money: smallest(money[0]!, ...money.slice(1)) }),
  }
}

/** So many of the smallest. */
export function jobsIn({ jobs, videoSeconds, money }: Allowance, pricing: Pricing | undefined): number {
  const cheapest = pricing?.cheapest() ?? 0n
  const paid = money === undefined || cheapest === 0n ? Number.POSITIVE_INFINITY : Number(money / cheapest)
  return Math.min(jobs, Math.floor(videoSeconds / FIELDS.duration.least), paid)
}

/**
 * Of what becomes a job each, the first ones that find room, whoever is quicker. Where there is not enough for all, none takes
 * more than half of the video or the money that is left: many small jobs show more than one large one, and come to much the
 * same whatever they are.
 */
export function chosenWithin<T>(most: Allowance, wished: readonly T[], expenseOf: (each: T) => Expense): T[] {
  const expenses = wished.map(expenseOf)
  if (hasRoomFor(most, sumOf(expenses))) return [...wished]
  let left = most
  return wished.filter((_, nth) => {
    const { videoSeconds, money = 0n } = expenses[nth]!
    if (!hasRoomFor(left, { jobs: 1, videoSeconds: 2 * videoSeconds, money: 2n * money })) return false
    left = without(left, { jobs: 1, videoSeconds, money })
    return true
  })
}

function sumOf(expenses: readonly Expense[]): Allowance {
  const sum = { jobs: expenses.length, videoSeconds: 0, money: 0n }
  for (const { videoSeconds, money = 0n } of expenses) {
    sum.videoSeconds += videoSeconds
    sum.money += money
  }
  return sum
}

export function hasRoomFor(left: Allowance, { jobs, videoSeconds, money = 0n }: Allowance): boolean {
  return jobs <= left.jobs && videoSeconds <= left.videoSeconds && (left.money === undefined || money <= left.money)
}
