import { READINGS } from '../../../spec/endpoints.ts'
import type { Configuration } from '../../config/configuration.ts'
import type { Phase, PlanInput, Quickness } from '../driving/phase.ts'
import { TIME_TO_SPARE } from '../driving/time-to-spare.ts'
import { oneByOne, sideBySide } from './order.ts'
import type { PlannedRun } from './plan.ts'

/** Requests in parallel: six connections, and one more for requests without a valid key. */
const AT_ONCE = 7
/** What a request takes this machine. */
const OUR_MS = 0.6

/** How long a run takes at this pace, without waits after a 429. */
export function secondsAt(
  pace: Quickness,
  { phases, allotment: { costs }, plan, input }: PlannedRun,
  deadlineMs: number,
): number {
  const { configuration } = input
  const { maxRequests = Number.POSITIVE_INFINITY } = configuration
  const one = msOfOne(pace, configuration)
  const beside = sideBySide(phases)
  const requestsOf = (some: readonly Phase[]) => some.reduce((sum, phase) => sum + costs.get(phase)!.requests, 0)
  const allowed = (requests: number) => Math.min(requests, maxRequests)
  const jobs = Math.min(plan.jobs, maxRequests)
  const polls = Math.min(jobs * pace.polls, Math.max(0, maxRequests - jobs))
  const usual = msOfMany(allowed(requestsOf(beside.filter(({ spare }) => !spare)) + polls), pace, configuration)
  const spare = msOfMany(allowed(requestsOf(beside.filter((phase) => phase.spare))), pace, configuration)
  const longest = Math.max(0, ...beside.filter(({ spare }) => !spare).map((phase) => msOfPhase(phase, one)))
  const side = Math.max(usual + Math.min(spare, deadlineMs * TIME_TO_SPARE), msOfJobs(jobs, pace, input), longest)
  const quiet = oneByOne(phases).reduce((sum, phase) => sum + msOfPhase(phase, one), 0)
  return (allowed(READINGS.length + 2 + plan.jobs) * one + side + quiet) / 1000

  function msOfPhase(phase: Phase, answerMs: number): number {
    const { requests } = costs.get(phase)!
    if (requests === 0) return 0
    const ms = phase.lasts?.(input, { ...pace, answerMs }) ?? requests * answerMs
    return ms * Math.min(1, maxRequests / requests)
  }
}

/** Jobs of a server with limited capacity run in several rounds. */
function msOfJobs(jobs: number, { polls, room = jobs, answerMs }: Quickness, { configuration }: PlanInput): number {
  if (jobs === 0) return 0
  const { pollIntervalMs, settleMs } = configuration
  const ofOne = Math.max(0, polls - 1) * pollIntervalMs + polls * answerMs
  return Math.ceil(jobs / Math.max(1, room)) * ofOne + settleMs
}

const msOfOne = ({ answerMs }: Quickness, { rate = Number.POSITIVE_INFINITY }: Configuration) =>
  Math.max(answerMs, 1000 / rate)

const msOfMany = (
  requests: number,
  { answerMs }: Quickness,
  { rate = Number.POSITIVE_INFINITY, concurrency = AT_ONCE }: Configuration,
) => requests * Math.max(answerMs / Math.min(AT_ONCE, concurrency), 1000 / rate, OUR_MS)
