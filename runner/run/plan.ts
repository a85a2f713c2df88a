import { FIELDS } from '../../spec/words.ts'
import { isDriven, type Prospect } from '../judging/check.ts'
import { MOST_REQUESTS } from './introduction.ts'
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
  deadlineSeconds: number
  pollIntervalSeconds: number
}

/** What a run would do and cost, from the checks' own words; nothing is sent. */
export function planOf(planned: readonly Planned[], prospect: Prospect): RunPlan {
  const names = [...new Set(planned.map(({ check }) => check.suite))]
  const suites = names.map((name) => {
    const own = planned.filter(({ check }) => check.suite === name)
    const going = own.filter(({ skip }) => !skip).map(({ check }) => check)
    return {
      name,
      checks: going.filter((check) => !('open' in check)).length,
      observations: going.filter((check) => 'open' in check).length,
      requests: going.reduce((sum, check) => sum + (isDriven(check) ? check.cost(prospect).requests : 0), 0),
      skipped: own.flatMap(({ check, skip }) => (skip ? [{ id: check.id, why: skip.why }] : [])),
    }
  })
  const costs = planned
    .filter(({ skip }) => !skip)
    .flatMap(({ check }) => (isDriven(check) ? [check.cost(prospect)] : []))
  const { maxJobs, maxVideoSeconds, maxRequests, deadlineMs, pollIntervalMs } = prospect.configuration
  const bounded = (value: number, most: number | undefined) => Math.min(value, most ?? Number.POSITIVE_INFINITY)
  return {
    suites,
    requests: bounded(MOST_REQUESTS + CLOSING + costs.reduce((sum, cost) => sum + cost.requests, 0), maxRequests),
    jobs: bounded(1 + costs.reduce((sum, cost) => sum + (cost.jobs ?? 0), 0), maxJobs),
    videoSeconds: bounded(
      FIELDS.duration.default + costs.reduce((sum, cost) => sum + (cost.videoSeconds ?? 0), 0),
      maxVideoSeconds,
    ),
    deadlineSeconds: deadlineMs / 1000,
    pollIntervalSeconds: pollIntervalMs / 1000,
  }
}
