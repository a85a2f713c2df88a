import { FIELDS } from '../../spec/words.ts'
import type { Cost, Phase, Prospect } from '../driving/phase.ts'
import { INTRODUCTION } from '../history/no-phases.ts'
import { jobsKept, type Shares } from '../wire/limits/shares.ts'
import { costsWith } from './costs.ts'

/**
 * What a limit on jobs leaves to each phase, dealt out before the first request: else whoever is quicker would have it,
 * and nobody could say beforehand how much video there will be. Nothing where there is no such limit.
 */
export function sharesOf(phases: readonly Phase[], prospect: Prospect): Shares | undefined {
  const { configuration, risksJobs } = prospect
  const { maxJobs } = configuration
  if (maxJobs === undefined) return undefined
  const { takesAllOn: _, ...usual } = prospect
  const costs = costsWith(phases, usual)
  const { stake, others } = jobsKept(maxJobs, risksJobs === true)
  let left = maxJobs - stake
  const take = (wanted: number) => {
    const had = Math.min(wanted, left)
    left -= had
    return had
  }
  const of = new Map([[INTRODUCTION, take(1)]])
  for (const phase of inNeed(phases)) {
    const { jobs = 0, maybeNone } = costs.get(phase)!
    if (jobs > 0 && !maybeNone) of.set(phase.name, take(jobs))
  }
  return { of, spare: left, others }
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
  const mayMake = (phase: Phase, jobs: number) => {
    const own = shares.of.get(phase.name)
    if (own !== undefined) return own
    const had = Math.min(jobs, others)
    others -= had
    return had
  }
  return new Map(
    [...costs].map(([phase, cost]) => {
      const { jobs = 0 } = cost
      const most = mayMake(phase, jobs)
      return [phase, most < jobs ? noMoreThan(most, phase.cost({ ...prospect, mayMake: most })) : cost]
    }),
  )
}

/** A job that is not made would have had a second of video at least. */
function noMoreThan(most: number, cost: Cost): Cost {
  const { jobs = 0, videoSeconds = 0 } = cost
  if (most >= jobs) return cost
  if (most === 0) return { requests: cost.requests }
  return { ...cost, jobs: most, videoSeconds: Math.max(0, videoSeconds - (jobs - most) * FIELDS.duration.least) }
}
