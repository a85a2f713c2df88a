import type { Cost, Phase, Prospect } from '../driving/phase.ts'
import { isObservation } from '../judging/check.ts'
import { INTRODUCTION_COST } from './introduction.ts'
import { scheduleOf } from './schedule.ts'
import type { Planned } from './selection.ts'

/** Each job is read once more when the run ends. */
const CLOSING = 1

export type RunPlan = {
  suites: {
    name: string
    checks: number
    observations: number
    requests: number
    skipped: { id: string; why: string }[]
  }[]
  /** At most, on a server that keeps the law; polls of unfinished jobs aside. */
  requests: number
  jobs: number
  videoSeconds: number
  /** What may come to it where something odd is seen, and has to be looked at twice or taken apart. */
  secondLooks: { requests: number; jobs: number; videoSeconds: number }
  deadlineSeconds: number
  pollIntervalSeconds: number
}

/** What a run would do and cost, from the phases' own words; nothing is sent. */
export function planOf(planned: readonly Planned[], prospect: Prospect): RunPlan {
  const going = planned.filter(({ skip }) => !skip).map(({ check }) => check)
  const costs = costsOf(scheduleOf(going).phases, prospect)
  const counted = new Set<Phase>()
  const suites = [...new Set(planned.map(({ check }) => check.suite))].map((name) => {
    const own = going.filter(({ suite }) => suite === name)
    // What several suites have done together stands with the first of them.
    const phases = own.flatMap((check) => check.phases).filter((phase) => !counted.has(phase) && counted.add(phase))
    return {
      name,
      checks: own.filter((check) => !isObservation(check)).length,
      observations: own.filter(isObservation).length,
      requests: sum(phases, (phase) => costs.get(phase)!.requests),
      skipped: planned.flatMap(({ check, skip }) =>
        skip && check.suite === name ? [{ id: check.id, why: skip }] : [],
      ),
    }
  })
  const { maxJobs, maxVideoSeconds, maxRequests, deadlineMs, pollIntervalMs } = prospect.configuration
  const all = [...costs.values(), INTRODUCTION_COST]
  const jobs = Math.min(
    sum(all, (cost) => cost.jobs ?? 0),
    maxJobs ?? Number.POSITIVE_INFINITY,
  )
  return {
    suites,
    requests: Math.min(sum(all, ({ requests }) => requests) + jobs * CLOSING, maxRequests ?? Number.POSITIVE_INFINITY),
    jobs,
    videoSeconds: Math.min(
      sum(all, (cost) => cost.videoSeconds ?? 0),
      maxVideoSeconds ?? Number.POSITIVE_INFINITY,
    ),
    deadlineSeconds: deadlineMs / 1000,
    pollIntervalSeconds: pollIntervalMs / 1000,
  }
}

/** What is asked of each job depends on how many there are. */
function costsOf(phases: readonly Phase[], prospect: Prospect): Map<Phase, Cost> {
  const jobs = 1 + sum(phases, (phase) => phase.cost(prospect).jobs ?? 0)
  return new Map(phases.map((phase) => [phase, phase.cost({ ...prospect, jobs })]))
}

function sum<T>(all: readonly T[], of: (each: T) => number): number {
  return all.reduce((total, each) => total + of(each), 0)
}
