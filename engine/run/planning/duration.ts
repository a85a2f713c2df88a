import { READINGS } from '../../../spec/endpoints.ts'
import type { Configuration } from '../../config/configuration.ts'
import type { Cost, Phase, Prospect, Quickness } from '../driving/phase.ts'
import { TIME_TO_SPARE } from '../driving/time-to-spare.ts'
import { costsWith } from './costs.ts'
import { costsOf, goingOf, planOf } from './plan.ts'
import { PART_BEFORE_JOBS, scheduleOf } from './schedule.ts'
import type { Planned } from './selection.ts'

/** Of all that wait for an answer; six connections, and some of their own for those that never carry a good key. */
const AT_ONCE = 7

/** What a request costs this machine, however quick the server is. */
const OUR_MS = 0.6

/** The readings, a submission and a poll, one after the other. */
const REQUESTS_TO_BEGIN_WITH = READINGS.length + 2

/**
 * How long a run takes at such a pace, its deadline aside: what is done beside each other takes as long as the longest
 * of it, or as all of it on all connections; the rest comes one after the other behind it. Waits for room come on top.
 */
export function secondsAt(pace: Quickness, planned: readonly Planned[], prospect: Prospect): number {
  const { configuration } = prospect
  const schedule = scheduleOf(goingOf(planned), configuration, prospect.besides)
  const { phases, beside, alone } = schedule
  const costs = costsOf(schedule, prospect)
  const wished = costsWith(phases, prospect)
  const plan = planOf(planned, prospect)
  const left = new Left({ jobs: plan.jobs, requests: configuration.maxRequests ?? Number.POSITIVE_INFINITY })
  const one = msOfOne(pace, configuration)
  const paced = { ...pace, answerMs: one }
  const began = left.take('requests', REQUESTS_TO_BEGIN_WITH) * one
  const first = schedule.jobsAreScarce ? beside.filter(({ beforeJobs }) => beforeJobs) : []
  const together = besideEachOther({ phases: beside, first, costs, pace, prospect, left, began })
  const behind = alone.map((phase) => {
    const { requests, jobs = 0 } = costs.get(phase)!
    const wanted = wished.get(phase)!.jobs ?? 0
    const share = Math.min(left.shareOf('jobs', wanted, jobs), left.shareOf('requests', requests))
    return share * (phase.lasts?.(prospect, paced) ?? requests * one)
  })
  const once = left.take('requests', plan.jobs) * one
  return (began + together + behind.reduce((sum, each) => sum + each, 0) + once) / 1000
}

type Together = {
  phases: readonly Phase[]
  /** Those of them for which jobs wait. */
  first: readonly Phase[]
  costs: ReadonlyMap<Phase, Cost>
  pace: Quickness
  prospect: Prospect
  left: Left
  began: number
}

function besideEachOther({ phases, first, costs, pace, prospect, left, began }: Together): number {
  const { configuration } = prospect
  const one = msOfOne(pace, configuration)
  const requestsOf = (some: readonly Phase[]) => some.reduce((sum, phase) => sum + costs.get(phase)!.requests, 0)
  const jobs = left.take('jobs', 1 + phases.reduce((sum, phase) => sum + (costs.get(phase)!.jobs ?? 0), 0))
  const plain = phases.filter(({ spare }) => !spare)
  const allowed = left.of('requests')
  const usual = msOfMany(left.take('requests', requestsOf(plain) + jobs * pace.polls), pace, configuration)
  const toSpare = Math.max(0, configuration.deadlineMs * TIME_TO_SPARE - began - usual)
  const more = msOfMany(left.take('requests', requestsOf(phases.filter(({ spare }) => spare))), pace, configuration)
  const alone = plain.map((phase) => {
    const { requests } = costs.get(phase)!
    const share = requests === 0 ? 0 : Math.min(1, allowed / requests)
    return share * (phase.lasts?.(prospect, { ...pace, answerMs: one }) ?? requests * one)
  })
  const sentBy = (some: readonly Phase[]) => Math.min(requestsOf(some), allowed)
  const beforeJobs = Math.min(
    configuration.deadlineMs / PART_BEFORE_JOBS,
    Math.max(msOfMany(sentBy(first), pace, configuration), ...first.map((phase) => sentBy([phase]) * one)),
  )
  const untilJobsEnd = beforeJobs + msOfJobs(jobs, pace, configuration, allowed - sentBy(first))
  return Math.max(usual + Math.min(more, toSpare), untilJobsEnd, ...alone)
}

/** In as many rounds as there is room for. Without a request there is no poll. */
function msOfJobs(
  wanted: number,
  { polls: needed, room = wanted, answerMs }: Quickness,
  configuration: Configuration,
  requests: number,
): number {
  const jobs = Math.min(wanted, requests)
  if (jobs === 0) return 0
  const polls = Math.min(needed, requests / jobs)
  const { pollIntervalMs, settleMs } = configuration
  return Math.ceil(jobs / Math.max(1, room)) * ((polls - 1) * pollIntervalMs + polls * answerMs) + settleMs
}

const msOfOne = ({ answerMs }: Quickness, { rate = Number.POSITIVE_INFINITY }: Configuration) =>
  Math.max(answerMs, 1000 / rate)

const msOfMany = (
  requests: number,
  { answerMs }: Quickness,
  { rate = Number.POSITIVE_INFINITY, concurrency = AT_ONCE }: Configuration,
) => requests * Math.max(answerMs / Math.min(AT_ONCE, concurrency), 1000 / rate, OUR_MS)

/** What is still allowed, while one thing after the other takes some of it. */
class Left {
  readonly #left: { jobs: number; requests: number }

  constructor({ jobs, requests }: { jobs: number; requests: number }) {
    this.#left = { jobs, requests }
  }

  take(what: 'jobs' | 'requests', wanted: number): number {
    const had = Math.min(wanted, this.#left[what])
    this.#left[what] -= had
    return had
  }

  of(what: 'jobs' | 'requests'): number {
    return this.#left[what]
  }

  /** Where no more than `allowed` may be had of what is wanted, if not all of it. */
  shareOf(what: 'jobs' | 'requests', wanted: number, allowed = wanted): number {
    return wanted === 0 ? 1 : this.take(what, allowed) / wanted
  }
}
