import { READINGS } from '../../../spec/endpoints.ts'
import type { Configuration } from '../../config/configuration.ts'
import type { Phase, Quickness } from '../phase.ts'
import { TIME_TO_SPARE } from '../time-budget.ts'
import { oneByOne, sideBySide } from './order.ts'
import type { PlannedRun } from './plan.ts'

/** Requests in parallel: six connections, and one more for requests without a valid key. */
const AT_ONCE = 7
/** Time that a request costs this machine. */
const OUR_MS = 0.6
/** After a 429 to a submission, this part of the parallel requests waits until no job uses the capacity. */
const WAITS_FOR_JOBS = 0.6
const LEAST_PER_SECOND = 0.01
/** Remaining part of a phase that runs longer than expected. */
const LEAST_LEFT = 0.1

/** The remaining part of a run. */
export type Left = {
  isDiscovered: boolean
  elapsedMs: number
  sent: number
  unfinished: number
  requestsOf(phase: Phase): number
  jobsOf(phase: Phase): number
  msSoFar(phase: Phase): number
  /** Measured requests per second in parallel. `weight`: from 0 to 1. */
  throughput?: { perSecond: number; weight: number }
}

const everything = ({ allotment: { costs } }: PlannedRun): Left => ({
  isDiscovered: false,
  elapsedMs: 0,
  sent: 0,
  unfinished: 0,
  requestsOf: (phase) => costs.get(phase)!.requests,
  jobsOf: (phase) => costs.get(phase)!.jobs ?? 0,
  msSoFar: () => 0,
})

/** Duration of a run, or of its remaining part, at this pace. */
export function secondsAt(
  pace: Quickness,
  planned: PlannedRun,
  deadlineMs: number,
  left = everything(planned),
): number {
  const { phases, allotment, plan, input } = planned
  const { configuration } = input
  const { introduction } = allotment
  const sum = (some: readonly Phase[], of: (phase: Phase) => number) => some.reduce((all, phase) => all + of(phase), 0)
  const requestsOf = (some: readonly Phase[]) => sum(some, left.requestsOf)
  const beside = sideBySide(phases)
  const first = left.isDiscovered ? 0 : (introduction.jobs ?? 0)
  const jobs = Math.min(plan.jobs, first + sum(beside, left.jobsOf))
  const polls = (jobs + left.unfinished / 2) * pace.polls
  const atBothEnds = (left.isDiscovered ? 0 : READINGS.length + 2) + plan.jobs
  // A limit on requests reduces everything in proportion.
  const { maxRequests = Number.POSITIVE_INFINITY } = configuration
  const all = atBothEnds + requestsOf(phases) + polls
  const part = Math.min(1, Math.max(0, maxRequests - left.sent) / Math.max(1, all))
  const one = Math.max(pace.answerMs, msBetween(pace, configuration))
  const { perSecond, weight } = left.throughput ?? { perSecond: 1, weight: 0 }
  const measured = 1000 / Math.max(perSecond, LEAST_PER_SECOND)
  const expected = 1000 / throughputAt(pace, configuration)
  const many = Math.max(msBetween(pace, configuration), weight * measured + (1 - weight) * expected)
  const msOf = (phase: Phase) => {
    const requests = left.requestsOf(phase)
    if (requests === 0) return 0
    const ms = phase.lasts?.(input, { ...pace, answerMs: one })
    if (ms === undefined) return requests * one
    return Math.max(ms - left.msSoFar(phase), ms * LEAST_LEFT)
  }
  const [spare, usual] = [beside.filter((phase) => phase.spare), beside.filter((phase) => !phase.spare)]
  const spareMs = Math.max(0, deadlineMs * TIME_TO_SPARE - left.elapsedMs)
  const sendingMs = (requestsOf(usual) + polls) * many + Math.min(requestsOf(spare) * many, spareMs)
  const jobsMs = msOfJobs(jobs, left.unfinished, { ...pace, answerMs: one }, configuration)
  const isFull = pace.capacity !== undefined && jobs + left.unfinished > pace.capacity
  const ms = Math.max(sendingMs, jobsMs + (isFull ? sendingMs * WAITS_FOR_JOBS : 0), ...usual.map(msOf))
  return (part * (atBothEnds * one + ms + sum(oneByOne(phases), msOf))) / 1000
}

/** Requests per second that a run keeps in parallel. */
export function throughputAt(pace: Quickness, configuration: Configuration): number {
  const atOnce = Math.min(AT_ONCE, configuration.concurrency ?? AT_ONCE)
  return 1000 / Math.max(pace.answerMs / atOnce, msBetween(pace, configuration), OUR_MS)
}

/** A server with a capacity runs jobs in several rounds; an unfinished job is half done on average. */
function msOfJobs(jobs: number, unfinished: number, pace: Quickness, { pollIntervalMs, settleMs }: Configuration) {
  if (jobs + unfinished === 0) return 0
  const { polls, capacity = jobs, answerMs } = pace
  const ofOne = Math.max(0, polls - 1) * pollIntervalMs + polls * answerMs
  const rounds = Math.ceil(jobs / Math.max(1, capacity)) + (unfinished > 0 ? 1 / 2 : 0)
  return rounds * ofOne + settleMs
}

const msBetween = (pace: Quickness, { rate = Number.POSITIVE_INFINITY }: Configuration) =>
  1000 / Math.min(rate, pace.perSecond ?? rate)
