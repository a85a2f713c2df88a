import { READINGS } from '../../../spec/endpoints.ts'
import type { Configuration } from '../../config/configuration.ts'
import type { Phase, Quickness } from '../phase.ts'
import { TIME_TO_SPARE } from '../time-budget.ts'
import { oneByOne, sideBySide } from './order.ts'
import type { PlannedRun } from './plan.ts'

/** Requests in parallel: six connections, and one more for requests without a valid key. */
const AT_ONCE = 7
/** What a request takes this machine. */
const OUR_MS = 0.6

/** How long a run takes at this pace, without waits after a 429. */
export function secondsAt(pace: Quickness, { phases, allotment, plan, input }: PlannedRun, deadlineMs: number): number {
  const { configuration } = input
  const { costs } = allotment
  const requestsOf = (some: readonly Phase[]) => some.reduce((sum, phase) => sum + costs.get(phase)!.requests, 0)
  const polls = plan.jobs * pace.polls
  const atBothEnds = READINGS.length + 2 + plan.jobs
  // A limit on requests leaves out a part of everything.
  const { maxRequests = Number.POSITIVE_INFINITY } = configuration
  const part = Math.min(1, maxRequests / (atBothEnds + requestsOf(phases) + polls))
  const one = Math.max(pace.answerMs, msBetween(configuration))
  const many = Math.max(
    pace.answerMs / Math.min(AT_ONCE, configuration.concurrency ?? AT_ONCE),
    msBetween(configuration),
    OUR_MS,
  )
  const msOf = (phase: Phase) => {
    const { requests } = costs.get(phase)!
    return requests === 0 ? 0 : (phase.lasts?.(input, { ...pace, answerMs: one }) ?? requests * one)
  }
  const beside = sideBySide(phases)
  const [spare, usual] = [beside.filter((phase) => phase.spare), beside.filter((phase) => !phase.spare)]
  const ms = Math.max(
    (requestsOf(usual) + polls) * many + Math.min(requestsOf(spare) * many, deadlineMs * TIME_TO_SPARE),
    msOfJobs(plan.jobs, pace, configuration),
    ...usual.map(msOf),
  )
  const quiet = oneByOne(phases).reduce((sum, phase) => sum + msOf(phase), 0)
  return (part * (atBothEnds * one + ms + quiet)) / 1000
}

/** A server with a capacity runs jobs in several rounds. */
function msOfJobs(jobs: number, { polls, capacity = jobs, answerMs }: Quickness, configuration: Configuration): number {
  if (jobs === 0) return 0
  const { pollIntervalMs, settleMs } = configuration
  const ofOne = Math.max(0, polls - 1) * pollIntervalMs + polls * answerMs
  return Math.ceil(jobs / Math.max(1, capacity)) * ofOne + settleMs
}

const msBetween = ({ rate = Number.POSITIVE_INFINITY }: Configuration) => 1000 / rate
