import { FIELDS } from '../../spec/words.ts'
import type { Cost, Phase, Prospect } from '../driving/phase.ts'
import { TWINS_OF_ENDLESS_JOBS } from '../jobs/jobs.ts'
import { type Check, isObservation } from '../judging/check.ts'
import type { Configuration } from '../settings/configuration.ts'
import { INTRODUCTION_COST } from './introduction/introduction.ts'
import { scheduleOf } from './schedule.ts'
import type { Planned } from './selection.ts'

/** Each job is read once more when the run ends. */
const CLOSING = 1

/** Polls of unfinished jobs aside, and what is asked again after a 429 or a lost connection. */
type Sum = Required<Cost>

export type RunPlan = Sum & {
  suites: SuitePlan[]
  /** What may come to it where something odd is seen, and has to be taken apart or looked at twice. */
  secondLooks: Sum
  deadlineSeconds: number
  pollIntervalSeconds: number
}

type SuitePlan = {
  name: string
  checks: number
  observations: number
  requests: number
  skipped: { id: string; why: string }[]
}

/** What a run would do and cost at most on a server that keeps the law, from the phases' own words; nothing is sent. */
export function planOf(planned: readonly Planned[], prospect: Prospect): RunPlan {
  const { configuration } = prospect
  const { phases } = scheduleOf(goingOf(planned), configuration)
  const costs = costsOf(phases, prospect)
  const usual = [...costs.values(), INTRODUCTION_COST]
  const looks = phases.flatMap((phase) => phase.secondLook?.(prospect) ?? [])
  const sum = within(total(usual), configuration)
  const most = within(total([...usual, ...looks, TWINS_OF_ENDLESS_JOBS]), configuration)
  return {
    ...sum,
    suites: suitesOf(planned, costs),
    secondLooks: {
      requests: most.requests - sum.requests,
      jobs: most.jobs - sum.jobs,
      videoSeconds: most.videoSeconds - sum.videoSeconds,
    },
    deadlineSeconds: configuration.deadlineMs / 1000,
    pollIntervalSeconds: configuration.pollIntervalMs / 1000,
  }
}

const goingOf = (planned: readonly Planned[]): Check[] => planned.filter(({ skip }) => !skip).map(({ check }) => check)

/** What is asked of each job depends on how many there are. */
function costsOf(phases: readonly Phase[], prospect: Prospect): Map<Phase, Cost> {
  const costs = phases.map((phase) => phase.cost(prospect))
  const { jobs } = within(total([...costs, INTRODUCTION_COST]), prospect.configuration)
  return new Map(phases.map((phase) => [phase, phase.cost({ ...prospect, jobs })]))
}

function total(costs: readonly Cost[]): Sum {
  const sum = { requests: 0, jobs: 0, videoSeconds: 0 }
  for (const { requests, jobs = 0, videoSeconds = 0 } of costs) {
    sum.requests += requests
    sum.jobs += jobs
    sum.videoSeconds += videoSeconds
  }
  return sum
}

function within(
  { requests, jobs, videoSeconds }: Sum,
  { maxJobs = jobs, maxVideoSeconds = videoSeconds, maxRequests, maxDuration = FIELDS.duration.most }: Configuration,
): Sum {
  const most = Math.min(jobs, maxJobs)
  return {
    requests: Math.min(requests + most * CLOSING, maxRequests ?? Number.POSITIVE_INFINITY),
    jobs: most,
    // Fewer jobs than are wished for have no more video than the longest.
    videoSeconds: Math.min(videoSeconds, maxVideoSeconds, most * maxDuration),
  }
}

/** What several suites have done together stands with the first of them. */
function suitesOf(planned: readonly Planned[], costs: ReadonlyMap<Phase, Cost>): SuitePlan[] {
  const counted = new Set<Phase>()
  return [...Map.groupBy(planned, ({ check }) => check.suite)].map(([name, own]) => {
    const going = goingOf(own)
    const phases = going.flatMap((check) => check.phases).filter((phase) => !counted.has(phase) && counted.add(phase))
    return {
      name,
      checks: going.filter((check) => !isObservation(check)).length,
      observations: going.filter(isObservation).length,
      requests: phases.reduce((sum, phase) => sum + (costs.get(phase)?.requests ?? 0), 0),
      skipped: own.flatMap(({ check, skip }) => (skip ? [{ id: check.id, why: skip.why }] : [])),
    }
  })
}
