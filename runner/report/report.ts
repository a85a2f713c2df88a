import type { Level } from '../../spec/clause.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import type { OpenPointId } from '../../spec/open-points.ts'
import type { AnsweredBy } from '../history/entry/answered-by.ts'
import type { Cause } from '../history/entry/cause.ts'
import type { Observed } from '../history/entry/entries.ts'
import type { Choice } from '../judging/choice.ts'
import { skip, type Verdict, type VerdictWord, type Violation } from '../judging/verdict.ts'
import type { Configuration, Profile } from '../settings/configuration.ts'
import type { Waiver } from '../settings/waiver.ts'
import type { Spent } from '../wire/limits/budget.ts'
import type { CostReport } from './cost.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Uncertain } from './uncertain.ts'
import type { VideoReport } from './videos.ts'

/** Why a clause of the law has no verdict in any run of this version. */
export const NO_CHECK: Verdict = skip('this version has no check for it', { kind: 'no check' })

/** stale: the clause holds, so that nothing is waived any more · not judged: this run cannot tell. */
export type WaiverReport = Pick<Waiver, 'clause' | 'reason'> & { state: 'used' | 'stale' | 'not judged' }

/** How much a run tried of a clause: cases that were judged, generated requests among them, requests in flight at once. */
export type Amount = { cases: number; generated: number; parallel: number }

export type ClauseReport = {
  id: ClauseId
  level: Level
  section: string
  rule: string
  verdict: VerdictWord
  reason?: string
  /** Which checks of a passed clause had no case to try, and why. */
  remark?: string
  /** The same for programs. */
  cause?: Cause
  expected?: string
  received?: string
  /** Why its failure is put up with. */
  waived?: string
  /** The first of them. */
  violations?: Violation[]
  /** How many cases broke it. */
  cases?: number
  /** How much was tried of it. */
  amount?: Amount
  evidence: number[]
}

export type CheckReport = {
  id: string
  clause: ClauseId
  suite: string
  title: string
  tried?: number
  remark?: string
  /** Why what goes beyond the plain cases was not tried, if so. */
  leftOut?: 'for want of time'
  /** What went wrong in the check itself. */
  faults?: string[]
} & Omit<ClauseReport, 'id' | 'level' | 'section' | 'rule' | 'waived' | 'amount'>

type OpenReport = { id: OpenPointId } & Choice

export type JobReport = {
  id: string
  body: string
  submission: number
  states: [ms: number, status: string | null, stage: string | null][]
}

/** Where the server is, and what else it took to get there: files as they were named, and no key of any kind. */
export type ReachedTarget = {
  baseUrl: string
  /** The reference service, started for this run alone. */
  embedded?: true
  proxy?: string
  /** Over which connections answers came. */
  answeredBy?: AnsweredBy[]
} & Pick<Configuration, 'ca' | 'clientCert' | 'clientKey' | 'http1' | 'insecure'>

export type Report = {
  schema: 1
  suite: { name: string; version: string }
  spec: { sha256: string }
  history: { sha256: string }
  target: ReachedTarget
  /** Nobody planned what was sent: what was left out of the recording, by what it is. */
  observed?: Observed
  verdict: 'pass' | 'fail' | 'inconclusive'
  exit: ExitCode
  /** Why there is no verdict, or what cut the run short. */
  reason?: string
  startedAt: string
  /** What its requests called it by, in their User-Agent. */
  run?: string
  seconds: number
  seed: number
  profile: Profile
  /** How many bodies it was to generate. */
  generate: number
  strict: boolean
  complete: boolean
  clauses: ClauseReport[]
  open: OpenReport[]
  jobs: JobReport[]
  /** What the videos are that were looked at. */
  videos: VideoReport[]
  budget: Spent & {
    /** Bytes of videos. */
    downloaded: number
    maxDownload?: number
    generated: number
    /** The most requests that were in flight at once. */
    parallel?: number
    /** Requests but submissions that were answered 429: the run slowed down. */
    slowedDown?: number
    maxJobs?: number
    maxVideoSeconds?: number
    maxRequests?: number
    maxResolution?: string
    maxDuration?: number
    /** Where there was a price list. */
    cost?: CostReport
    deadlineSeconds: number
  }
  checks: CheckReport[]
  waivers: WaiverReport[]
  /** What kept answers from coming until a request was sent again; for a closed connection after which requests. */
  network: { kind: string; count: number; requests?: string[] }[]
  /** Submissions that may have become jobs, though no answer says so; each is counted as one. */
  uncertain?: Uncertain[]
  /** Requests that stood in damaged lines, and of which nothing is left: each may have been a submission, and is counted as one. */
  lost?: number
  /** Where the run had broken off and was gone on with. */
  resumed?: { at: number; startedAt: string; damaged?: number[] }[]
  /** Faults of the suite itself. */
  faults: string[]
}
