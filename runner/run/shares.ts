import { FIELDS } from '../../spec/words.ts'
import type { Cost, Phase, Prospect } from '../driving/phase.ts'
import { INTRODUCTION } from '../history/no-phases.ts'
import type { Configuration } from '../settings/configuration.ts'
import { type Money, moneyOf } from '../settings/money.ts'
import { pricingOf } from '../settings/prices.ts'
import { type Allowance, hasRoomFor, jobsIn, NOTHING, without } from '../wire/limits/allowance.ts'
import { priceOfAny } from '../wire/limits/price-of-body.ts'
import { keptOfEach, type Share, type Shares } from '../wire/limits/shares.ts'
import { costsWith } from './costs.ts'
import { INTRODUCTION_COST } from './introduction/introduction.ts'
import { moneyFor } from './plan-cost.ts'

/**
 * What the limits leave to each phase, dealt out before the first request: else whoever is quicker would have it, and nobody
 * could say beforehand how many jobs there will be, and how much video. Nothing where there is no such limit.
 */
export function sharesOf(phases: readonly Phase[], prospect: Prospect): Shares | undefined {
  const { configuration, risksJobs } = prospect
  const most = mostOf(configuration)
  if (!most) return undefined
  const { takesAllOn: _, ...usual } = prospect
  const costs = costsWith(phases, usual)
  const pricing = pricingOf(configuration.prices)
  const kept = keptOfEach(configuration, priceOfOne(configuration))
  const first = allowanceOf(noMoreThan(most, INTRODUCTION_COST, configuration), configuration)
  const of = new Map<string, Share>([[INTRODUCTION, { jobs: first.jobs, chosenWithin: most }]])
  let left = without(without(most, first), risksJobs ? kept.stake : NOTHING)
  let isEnough = true
  for (const phase of inNeed(phases)) {
    const cost = costs.get(phase)!
    if (!cost.jobs || cost.maybeNone) continue
    const taken = allowanceOf(costWithin(left, phase, cost, usual), configuration)
    of.set(phase.name, { jobs: taken.jobs, chosenWithin: left })
    isEnough &&= taken.jobs === cost.jobs
    left = without(left, taken)
  }
  return {
    of,
    spare: isEnough ? jobsIn(left, pricing) : 0,
    others: risksJobs ? jobsIn(kept.others, pricing) : 0,
    limit: tightest(most, left, configuration),
  }
}

function mostOf({ maxJobs, maxVideoSeconds, maxCost }: Configuration): Allowance | undefined {
  if (maxJobs === undefined && maxVideoSeconds === undefined && maxCost === undefined) return undefined
  return {
    jobs: maxJobs ?? Number.POSITIVE_INFINITY,
    videoSeconds: maxVideoSeconds ?? Number.POSITIVE_INFINITY,
    ...(maxCost !== undefined && { money: moneyOf(maxCost) }),
  }
}

/** Of a job of usual length, whatever its kind. */
export const priceOfOne = ({ prices }: Configuration): Money => {
  const pricing = pricingOf(prices)
  return pricing ? priceOfAny(FIELDS.duration.default, pricing) : 0n
}

const allowanceOf = (cost: Cost, { prices }: Configuration): Allowance => ({
  jobs: cost.jobs ?? 0,
  videoSeconds: cost.videoSeconds ?? 0,
  money: moneyFor([cost], prices),
})

/** Of the limits that are set, the one of which the least part is left. */
function tightest(
  most: Allowance,
  left: Allowance,
  { maxJobs, maxVideoSeconds, maxCost }: Configuration,
): Shares['limit'] {
  const limits = [
    { option: '--max-jobs', most: maxJobs, part: left.jobs / most.jobs },
    { option: '--max-video-seconds', most: maxVideoSeconds, part: left.videoSeconds / most.videoSeconds },
    { option: '--max-cost', most: maxCost, part: Number(left.money) / Number(most.money) },
  ] as const
  const set = limits.flatMap(({ most, ...limit }) => (most === undefined ? [] : { ...limit, most }))
  const { option, most: bound } = set.toSorted((one, other) => one.part - other.part)[0]!
  return { option, most: bound }
}

/** Who is served first where there is not enough for all. */
const inNeed = (phases: readonly Phase[]) => phases.toSorted((one, other) => rankOf(one) - rankOf(other))

function rankOf({ jobsFirst, yieldsTo, afterPlacing, alone, last }: Phase): number {
  if (jobsFirst) return 0
  if (yieldsTo) return 3
  return afterPlacing || alone || last ? 2 : 1
}

/** What the phases cost with no more jobs than they have a share of. */
export function withinShares(phases: readonly Phase[], prospect: Prospect): Map<Phase, Cost> {
  const costs = costsWith(phases, prospect)
  const shares = sharesOf(phases, prospect)
  if (!shares) return costs
  let others = shares.others + shares.spare
  const shareOf = ({ name }: Phase, { jobs = 0 }: Cost): Allowance => {
    const own = shares.of.get(name)
    if (own) return own.chosenWithin
    const had = Math.min(jobs, others)
    others -= had
    return { jobs: had, videoSeconds: Number.POSITIVE_INFINITY }
  }
  return new Map([...costs].map(([phase, cost]) => [phase, costWithin(shareOf(phase, cost), phase, cost, prospect)]))
}

/** Of a phase that is given no more than this. */
function costWithin(most: Allowance, phase: Phase, cost: Cost, prospect: Prospect): Cost {
  const { configuration } = prospect
  if (fits(cost, most, configuration)) return cost
  return noMoreThan(most, phase.cost({ ...prospect, mayMake: most }), configuration)
}

const fits = (cost: Cost, most: Allowance, configuration: Configuration) =>
  hasRoomFor(most, allowanceOf(cost, configuration))

/** Of jobs that nobody has chosen, as many as fit; one that is not made would have had a second of video at least. */
function noMoreThan(most: Allowance, cost: Cost, configuration: Configuration): Cost {
  if (fits(cost, most, configuration)) return cost
  const { money: _, ...all } = cost
  const { jobs = 0, videoSeconds = 0 } = cost
  for (let left = Math.min(jobs, most.jobs); left > 0; left--) {
    const seconds = Math.max(0, videoSeconds - (jobs - left) * FIELDS.duration.least)
    const fewer = { ...all, jobs: left, videoSeconds: seconds }
    if (fits(fewer, most, configuration)) return fewer
  }
  return { requests: cost.requests }
}
