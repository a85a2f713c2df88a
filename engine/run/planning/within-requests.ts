import { INTRODUCTION_COST } from '../../discovery/introduction.ts'
import type { Limits } from '../../http/limits/limits.ts'
import type { Cost, Phase } from '../driving/phase.ts'
import type { Planning } from './schedule.ts'

/** Each job is read once more when the run ends. */
export const CLOSING = 1

/** How often a job is polled before it is final is the server's choice; on one that is tested from close by it is not often. */
const POLLS = 4

/** Of the requests that are left, one part in so many goes to jobs that others wait for, and to what it takes to end them. */
const PART_OF_ORDERS = 6

/** What a limit on requests leaves: whole phases, of which those that place jobs for others may make fewer of them. */
export type WithinRequests = {
  /** Of these nothing is sent where they would make jobs. The others come last, those first that serve many checks at little cost. */
  leftOut: ReadonlySet<Phase>
  mostJobs(phase: Phase): number
}

/**
 * Where the requests do not suffice for all that was chosen, as many phases as possible have all that they need: of a little
 * of each, nothing could be judged. Nothing where they suffice.
 */
export function withinRequests(
  { phases, servedBy }: Planning,
  costs: ReadonlyMap<Phase, Cost>,
  { maxRequests, pollsAside }: Limits,
): WithinRequests | undefined {
  if (maxRequests === undefined) return undefined
  const ofOneJob = CLOSING + (pollsAside ? 0 : POLLS)
  const allOf = ({ requests, jobs = 0 }: Cost) => requests + jobs * ofOneJob
  const needed = (phase: Phase) => allOf(costs.get(phase)!)
  let left = maxRequests - allOf(INTRODUCTION_COST)
  if (phases.reduce((sum, phase) => sum + needed(phase), 0) <= left) return undefined
  const most = new Map<Phase, number>()
  const placing = phases.filter(({ placesJobs }) => placesJobs)
  for (const phase of placing) place(phase, left / PART_OF_ORDERS)
  const byPrice = phases.toSorted((one, other) => priceOf(one) - priceOf(other))
  for (const phase of byPrice) {
    if (phase.placesJobs || needed(phase) > left) continue
    most.set(phase, Number.POSITIVE_INFINITY)
    left -= needed(phase)
  }
  for (const phase of placing) place(phase, left)
  return {
    leftOut: new Set(byPrice.filter((phase) => !most.has(phase))),
    mostJobs: (phase) => most.get(phase) ?? 0,
  }

  /** So many more of its jobs. */
  function place(phase: Phase, allowed: number): void {
    const had = most.get(phase) ?? 0
    const wanted = (costs.get(phase)!.jobs ?? 0) - had
    const more = Math.min(wanted, Math.max(0, Math.floor(allowed / (1 + ofOneJob))))
    if (more > 0) most.set(phase, had + more)
    left -= more * (1 + ofOneJob)
  }

  /** A clause is judged when all is done for it. */
  function priceOf(phase: Phase): number {
    return needed(phase) / Math.max(1, servedBy.get(phase) ?? 1)
  }
}
