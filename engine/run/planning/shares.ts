import { FIELDS } from '../../../spec/words.ts'
import type { Configuration } from '../../config/configuration.ts'
import { type Money, moneyOf } from '../../config/prices/money.ts'
import { pricingOf } from '../../config/prices/prices.ts'
import { INTRODUCTION_COST } from '../../discovery/introduction.ts'
import { INTRODUCTION } from '../../history/entry/no-phases.ts'
import { type Allowance, hasRoomFor, jobsIn, least, NOTHING, together, without } from '../../http/limits/allowance.ts'
import type { SpendingLimit } from '../../http/limits/limits.ts'
import { priceOfAny } from '../../http/limits/price-of-body.ts'
import { keptOfEach, type Share, type Shares } from '../../http/limits/shares.ts'
import type { Cost, Phase, Prospect } from '../driving/phase.ts'
import { costsWith } from './costs.ts'
import { moneyFor } from './plan-cost.ts'
import type { Planning } from './schedule.ts'
import { withinRequests } from './within-requests.ts'

/**
 * What the limits leave to each phase, dealt out before the first request: else whoever is quicker would have it, and nobody
 * could say beforehand how many jobs there will be, and how much video. Nothing where there is enough for all.
 */
export function sharesOf(planning: Planning, prospect: Prospect): Shares | undefined {
  const { phases } = planning
  const { configuration, risksJobs } = prospect
  // How many jobs there will be, the shares say themselves.
  const usual = { ...prospect, ...ONE_JOB }
  const costs = costsWith(phases, usual)
  const requests = withinRequests(planning, costs, configuration)
  const limits = limitsOf(configuration)
  if (limits.length === 0 && !requests) return undefined
  const most = mostOf(configuration)
  const pricing = pricingOf(configuration.prices)
  const kept = keptOfEach(configuration, priceOfOne(configuration))
  const first = allowanceOf(noMoreThan(most, INTRODUCTION_COST, configuration), configuration)
  const of = new Map<string, Share>([[INTRODUCTION, { jobs: first.jobs, left: most, isWhole: true }]])
  const besides = without(most, first)
  let left = without(besides, risksJobs ? kept.stake : NOTHING)
  let unshared = besides
  let isEnough = true
  for (const phase of inNeed(phases)) {
    const cost = costs.get(phase)!
    if (!cost.jobs || cost.maybeNone || requests?.leftOut.has(phase)) continue
    const allowed = requests?.mostJobs(phase) ?? cost.jobs
    const chosen = { ...left, jobs: Math.min(left.jobs, allowed) }
    const taken = allowanceOf(costWithin(chosen, phase, cost, usual), configuration)
    const isWhole = taken.jobs === cost.jobs
    of.set(phase.name, { jobs: taken.jobs, left: chosen, isWhole })
    isEnough &&= isWhole
    left = without(left, taken)
    unshared = without(unshared, taken)
  }
  const ofOthers = risksJobs || limits.length === 0 ? kept.others : NOTHING
  const named = (some: readonly Phase[]) => new Set(some.map(({ name }) => name))
  const [leftOut, last] = partedBy([...(requests?.leftOut ?? [])], (phase) => makesJobs(costs.get(phase)!))
  return {
    of,
    spare: isEnough ? jobsIn(left, pricing) : 0,
    others: jobsIn(ofOthers, pricing),
    leeway: {
      first: besides,
      refused: unshared,
      either: least(unshared, isEnough ? together(left, ofOthers) : ofOthers),
    },
    first: named(limits.length === 0 ? [] : phases.filter(({ beforeJobs }) => beforeJobs)),
    limit: tightest(limits, most, left) ?? { option: '--max-requests', most: configuration.maxRequests! },
    leftOut: named(leftOut),
    last: named(last),
  }
}

const ONE_JOB = { jobs: 1, visited: 1, succeeding: 1 }

const makesJobs = ({ jobs = 0 }: Cost) => jobs > 0

function partedBy<T>(all: readonly T[], isFirst: (each: T) => boolean): [T[], T[]] {
  const { first = [], second = [] } = Object.groupBy(all, (each) => (isFirst(each) ? 'first' : 'second'))
  return [first, second]
}

/** In which unit of an allowance a limit is, and how it is written. */
type LimitOnJobs = { option: SpendingLimit; most: number | string; in: keyof Allowance }

function limitsOf({ maxJobs, maxVideoSeconds, maxCost }: Configuration): LimitOnJobs[] {
  const all = [
    { option: '--max-jobs', most: maxJobs, in: 'jobs' },
    { option: '--max-video-seconds', most: maxVideoSeconds, in: 'videoSeconds' },
    { option: '--max-cost', most: maxCost, in: 'money' },
  ] as const
  return all.flatMap(({ most, ...limit }) => (most === undefined ? [] : { ...limit, most }))
}

const mostOf = ({ maxJobs, maxVideoSeconds, maxCost }: Configuration): Allowance => ({
  jobs: maxJobs ?? Number.POSITIVE_INFINITY,
  videoSeconds: maxVideoSeconds ?? Number.POSITIVE_INFINITY,
  ...(maxCost !== undefined && { money: moneyOf(maxCost) }),
})

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
function tightest(limits: readonly LimitOnJobs[], most: Allowance, left: Allowance): Shares['limit'] | undefined {
  const partLeft = ({ in: unit }: LimitOnJobs) => Number(left[unit]) / Number(most[unit])
  const [first] = limits.toSorted((one, other) => partLeft(one) - partLeft(other))
  return first && { option: first.option, most: first.most }
}

/** Who is served first where there is not enough for all. */
const inNeed = (phases: readonly Phase[]) => phases.toSorted((one, other) => rankOf(one) - rankOf(other))

function rankOf({ jobsFirst, yieldsTo, afterPlacing, alone, last }: Phase): number {
  if (jobsFirst) return 0
  if (yieldsTo) return 3
  return afterPlacing || alone || last ? 2 : 1
}

/** What the phases cost with no more jobs than they have a share of. */
export function withinShares(planning: Planning, prospect: Prospect): Map<Phase, Cost> {
  const shares = sharesOf(planning, prospect)
  if (!shares) return costsWith(planning.phases, prospect)
  const within = { ...prospect, leeway: shares.leeway }
  const costs = costsWith(planning.phases, within)
  let others = shares.others + shares.spare
  const shareOf = ({ name }: Phase, { jobs = 0 }: Cost): Allowance => {
    const own = shares.of.get(name)
    if (own) return own.left
    const had = Math.min(jobs, others)
    others -= had
    return { jobs: had, videoSeconds: Number.POSITIVE_INFINITY }
  }
  return new Map(
    [...costs].map(([phase, cost]) => {
      if (shares.leftOut.has(phase.name)) return [phase, { requests: 0 }]
      return [phase, costWithin(shareOf(phase, cost), phase, cost, within)]
    }),
  )
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
