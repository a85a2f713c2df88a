import type { Configuration } from '../config/configuration.ts'
import type { Money } from '../config/prices/money.ts'
import type { Target } from '../config/target.ts'
import type { Amount } from '../http/limits/amount.ts'
import type { KeyName } from '../keys/placeholders.ts'
import type { Driver } from './driver.ts'

/** Facts about a run before it starts. */
export type PlanInput = {
  target: Target
  configuration: Configuration
  keys: readonly KeyName[]
  lengthOf(key: KeyName): number
  /** Planned jobs of the whole run, at most. */
  jobs: number
  /** With limits of the user: maximum for this phase. */
  share?: Amount
  /** With limits of the user: maximum for submissions that must be refused. */
  unexpected?: Amount
}

/** Speed of a server: time per response, polls per job, and if known its capacity for jobs and its rate limit. */
export type Quickness = { answerMs: number; polls: number; capacity?: number; perSecond?: number }

/** Maximum, without polls of jobs. */
export type Cost = {
  requests: number
  /** Submissions that the server may accept. */
  jobs?: number
  videoSeconds?: number
  /** plain: all jobs have the default resolution, bit depth and frame rate. */
  kind?: 'plain'
  /** Cost of the jobs, if the phase knows it better than from their number and seconds. */
  money?: Money
  downloadBytes?: number
  /** A conforming server may refuse all of the submissions: with limits, they may use half of the reserve for probes. */
  mayBeRefused?: true
}

/** Requests that are sent once per run, for one or several checks. */
export type Phase = {
  /** Unique among all phases; its requests are recorded under this name. */
  name: string
  /**
   * probes, jobs: in parallel; other phases observe the jobs that phases of `jobs` submit.
   * quiet: one by one, without other traffic. last: the same, after all others.
   */
  stage?: 'probes' | 'jobs' | 'quiet' | 'last'
  /** Lower numbers are served first if a limit is tight. Default: 1 */
  priority?: 0 | 1 | 2 | 3
  /** Its jobs must be observed without interruption: a resumed run submits them again. */
  undisturbed?: true
  /** It reads jobs of other phases: a resumed run keeps its exchanges, since jobs may have finished since then. */
  visits?: true
  /** Additional cases, within a share of the time and after other requests. */
  spare?: true
  max(input: PlanInput): Cost
  /** The cost of its jobs in their cheapest form, which finds most faults: the rest comes after all other phases. */
  brief?(input: PlanInput): Cost
  /** Milliseconds from beginning to end, unless it only sends one request after the other. */
  lasts?(input: PlanInput, pace: Quickness): number
  drive(drive: Driver): Promise<void>
}

export const isQuiet = ({ stage }: Phase): boolean => stage === 'quiet' || stage === 'last'
