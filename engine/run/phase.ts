import type { Configuration } from '../config/configuration.ts'
import type { Money } from '../config/prices/money.ts'
import type { Target } from '../config/target.ts'
import type { Amount } from '../http/limits/amount.ts'
import type { KeyName } from '../keys/placeholders.ts'
import type { Driver } from './driver.ts'

/** What is known of a run before it starts. */
export type PlanInput = {
  target: Target
  configuration: Configuration
  keys: readonly KeyName[]
  lengthOf(key: KeyName): number
  /** Planned jobs of the whole run, at most. */
  jobs: number
  /** With limits of the user: the most that this phase may submit. */
  share?: Amount
  /** With limits of the user: the most that submissions to be refused may amount to. */
  unexpected?: Amount
}

/** How fast a server is: time per response, polls per job, and if known its capacity for jobs and its rate limit. */
export type Quickness = { answerMs: number; polls: number; capacity?: number; perSecond?: number }

/** An upper bound, polls of jobs aside. */
export type Cost = {
  requests: number
  /** Submissions that the server may accept. */
  jobs?: number
  videoSeconds?: number
  /** plain: all jobs have the default resolution, bit depth and frame rate. */
  kind?: 'plain'
  /** Cost of the jobs, if the phase knows better than their number and seconds tell. */
  money?: Money
  downloadBytes?: number
  /** A conforming server may refuse all of the submissions: with limits, they may use half of the reserve for probes. */
  mayBeRefused?: true
}

/** Requests that are sent once in a run, for one check or several. */
export type Phase = {
  /** Unique among all phases; its requests are recorded under this name. */
  name: string
  /**
   * probes, jobs: side by side; other phases observe the jobs that phases of `jobs` submit.
   * quiet: one by one, with no other traffic. last: the same, after all others.
   */
  stage?: 'probes' | 'jobs' | 'quiet' | 'last'
  /** Lower numbers are served first if a limit is tight. Default: 1 */
  priority?: 0 | 1 | 2 | 3
  /** Its jobs must be observed without a break: if interrupted, they are submitted again. */
  undisturbed?: true
  /** It reads jobs of other phases: if interrupted, its exchanges stay evidence, since jobs may have finished since. */
  visits?: true
  /** Additional cases: they end when the time for them is used, and other requests go first. */
  spare?: true
  max(input: PlanInput): Cost
  /** The cost of its jobs in their cheapest form, which shows most of the same: the rest comes after all other phases. */
  brief?(input: PlanInput): Cost
  /** Milliseconds from beginning to end, unless it only sends one request after the other. */
  lasts?(input: PlanInput, pace: Quickness): number
  drive(drive: Driver): Promise<void>
}

export const isQuiet = ({ stage }: Phase): boolean => stage === 'quiet' || stage === 'last'
