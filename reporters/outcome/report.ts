import type { Configuration, Profile } from '../../engine/config/configuration.ts'
import type { ExitCode } from '../../engine/config/exit-codes.ts'
import type { ExpectedFailure, ExpectedFailures } from '../../engine/config/expected.ts'
import type { Waiver } from '../../engine/config/waiver.ts'
import type { FailedKind } from '../../engine/expected/kinds.ts'
import type { AnsweredBy } from '../../engine/history/entry/answered-by.ts'
import type { Cause } from '../../engine/history/entry/cause.ts'
import type { Observed, Reproduced } from '../../engine/history/entry/entries.ts'
import type { Spent } from '../../engine/http/limits/budget.ts'
import type { LeftOutByLimits } from '../../engine/http/limits/limits.ts'
import { type Choice, skip, type Verdict, type VerdictWord, type Violation } from '../../engine/judge/verdict.ts'
import type { Level } from '../../spec/clause.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import type { OpenPointId } from '../../spec/open-points.ts'
import type { CostReport } from './cost.ts'
import type { VideoReport } from './delivered.ts'

/** Why a clause has no verdict in any run of this version. */
export const NO_CHECK: Verdict = skip('this version has no check for this clause', { kind: 'no check' })

/** stale: the clause passed, so the waiver is obsolete · not judged: the clause has no verdict. */
export type WaiverReport = Pick<Waiver, 'clause' | 'reason'> & { state: 'used' | 'stale' | 'not judged' }

/** broken: fails the run · new check: only checks newer than the list of known failures found it. */
export type FailureReport = FailedKind & {
  state: 'broken' | 'warning' | 'waived' | 'known' | 'new check'
  /** Of its entry on the list. */
  reason?: string
}

export type KnownFailuresReport = Pick<ExpectedFailures, 'file' | 'since' | 'first'> & {
  /** Number of entries that still count. */
  now: number
  /** Entries that no longer fail, which fails the run. */
  stale: ExpectedFailure[]
  /** Entries for generated probes that did not fail with this seed. */
  unseen: ExpectedFailure[]
  /** Entries whose last day is past. */
  ended: ExpectedFailure[]
}

/** Tests of a clause: judged cases, generated requests among them, maximum of concurrent requests. */
export type Amount = { cases: number; generated: number; parallel: number }

/** The failing request, sent again at the end of the run. */
export type Reproduction = Omit<Reproduced, 'kind' | 'clause' | 'check'>

export type ClauseReport = {
  id: ClauseId
  level: Level
  section: string
  rule: string
  verdict: VerdictWord
  reason?: string
  /** Checks of a passed clause that had no case, with the reason. */
  remark?: string
  /** The same, machine-readable. */
  cause?: Cause
  expected?: string
  received?: string
  /** Reason of its waiver, or why the list of known failures covers it. */
  waived?: string
  /** The list of known failures has all of its failures. */
  known?: true
  /** The first of them. */
  violations?: Violation[]
  cases?: number
  amount?: Amount
  /** Missing if the request was not sent again. */
  reproduction?: Reproduction
  evidence: number[]
}

export type CheckReport = {
  id: string
  clause: ClauseId
  suite: string
  title: string
  tried?: number
  remark?: string
  /** Why only the basic cases were tested. */
  leftOut?: 'for want of time'
  /** Internal errors of the check. */
  faults?: string[]
} & Omit<ClauseReport, 'id' | 'level' | 'section' | 'rule' | 'waived' | 'known' | 'amount'>

type OpenReport = { id: OpenPointId } & Choice

export type JobReport = {
  id: string
  body: string
  submission: number
  states: [ms: number, status: string | null, stage: string | null][]
}

/** A submission without a response, which may have created a job. */
export type Uncertain = { n: number; at: number; by: string; case?: string; videoSeconds: number; why: string }

/** The server and how it was reached. Files by name; no keys. */
export type ReachedTarget = {
  baseUrl: string
  /** The embedded reference service. */
  embedded?: true
  proxy?: string
  /** Connections over which the server responded. */
  answeredBy?: AnsweredBy[]
} & Pick<Configuration, 'ca' | 'clientCert' | 'clientKey' | 'http1' | 'insecure'>

export type Report = {
  schema: 2
  suite: { name: string; version: string }
  spec: { sha256: string }
  history: { sha256: string }
  target: ReachedTarget
  /** Observed traffic: requests that were left out, counted by reason. */
  observed?: Observed
  verdict: 'pass' | 'fail' | 'inconclusive'
  /** true: every must clause of the specification passed in this run; false: one failed, waived or not. */
  conformant: true | false | 'unknown'
  /** Must clauses that neither passed nor failed. */
  notJudged: ClauseId[]
  exit: ExitCode
  /** Why there is no verdict, or why the run ended early. */
  reason?: string
  startedAt: string
  /** Id of the run in the User-Agent of its requests. */
  run?: string
  seconds: number
  seed: number
  profile: Profile
  /** Number of bodies to generate. */
  generate: number
  strict: boolean
  complete: boolean
  clauses: ClauseReport[]
  open: OpenReport[]
  jobs: JobReport[]
  /** Properties of the fetched videos. */
  videos: VideoReport[]
  budget: Spent & {
    /** Bytes of videos. */
    downloaded: number
    maxDownload?: number
    generated: number
    /** Maximum of concurrent requests. */
    parallel?: number
    /** Requests other than submissions that returned 429; the run slowed down. */
    slowedDown?: number
    maxJobs?: number
    maxVideoSeconds?: number
    maxRequests?: number
    maxResolution?: string
    maxDuration?: number
    /** With a price list only. */
    cost?: CostReport
    /** What limits on jobs, video, cost and requests leave out, and limits that suffice. */
    leftOut?: LeftOutByLimits
    deadlineSeconds: number
  }
  checks: CheckReport[]
  waivers: WaiverReport[]
  /** Failures by kind, those that fail the run first. */
  failures?: FailureReport[]
  /** The list of known failures. */
  knownFailures?: KnownFailuresReport
  /** Network errors that a retry overcame; for closed connections with the preceding requests. */
  network: { kind: string; count: number; requests?: string[] }[]
  /** Submissions without a response, which may have created jobs; each counts as a job. */
  uncertain?: Uncertain[]
  /** Where the run was interrupted and resumed. */
  resumed?: { at: number; startedAt: string }[]
  /** Internal errors of gatecheck. */
  faults: string[]
}
