import type { ClauseId } from '../../../spec/clauses.ts'
import type { OpenPointId } from '../../../spec/open-points.ts'
import type { Configuration, FilesNamed } from '../../config/configuration.ts'
import type { LeftOutByLimits } from '../../http/limits/limits.ts'
import type { KnownKey } from '../../keys/keyring.ts'
import type { KeyName } from '../../keys/placeholders.ts'
import type { KeyPrints } from '../../keys/prints.ts'
import type { AnsweredBy } from './answered-by.ts'
import type { Cause } from './cause.ts'
import type { Dialect } from './dialect.ts'
import type { Elsewhere, Exchange, Late } from './exchange.ts'
import type { Look } from './inspection.ts'

/** A case that was not tested. */
export type Gap = {
  kind: 'gap'
  by: string
  case: string
  why: string
  cause?: Cause
  /** The clauses it is about, if its phase serves several. */
  clauses?: ClauseId[]
}

/** A check or a phase that was not tested. */
export type Skipped = { kind: 'skipped'; by: string; why: string; cause?: Cause }

/** A phase that was interrupted. */
export type CutShort = { kind: 'cut-short'; by: string; why: string; cause?: Cause; fault?: true }

/** A finished phase. `leftOut`: only its plain cases were tested. */
export type Completed = { kind: 'driven'; by: string; leftOut?: 'for want of time' }

/** A finished part of a phase, which is not repeated when the run is resumed. */
type PartDone = { kind: 'part done'; by: string; part: string }

/** Mismatches in the words of another tool, such as Pact. */
export type ToolFinding = {
  kind: 'finding'
  by: string
  case: string
  expected: string
  mismatches: string[]
  evidence: number[]
  /** Why it is inconclusive, if so. */
  doubt?: string
  /** The clause that requires what was expected, if its phase serves several. */
  clause?: ClauseId
}

/** How often the failure of request `n` occurred when it was sent again. */
export type Reproduced = {
  kind: 'reproduced'
  clause: ClauseId
  check: string
  n: number
  failed: number
  of: number
  /** The exchange on the same connection without which it does not fail. */
  after?: number
  /** The other result, if it did not fail every time. */
  received?: string
  evidence: number[]
}

type Waited = { kind: 'waited'; by: string; at: number; ms: number; why: string }

/** Observed traffic that is not judged, with counts. */
export type Observed = {
  leftOut: { what: string; count: number }[]
  /** The traffic of a run of gatecheck, so no client is judged. */
  byRun?: true
}

export type Began = {
  kind: 'began'
  format: 2 | 3
  suite: { name: string; version: string }
  spec: { sha256: string }
  /** embedded: the reference service, started for this run. proxy: origin of the proxy in use. */
  target: { baseUrl: string; embedded?: true; proxy?: string }
  /** Recorded traffic instead of planned requests. */
  observed?: Observed
  startedAt: string
  /** Name of the run in the User-Agent of its requests. */
  run?: string
  configuration: Configuration
  /** The announced maximum, and what limits leave out. */
  announced?: { jobs: number; leftOut?: LeftOutByLimits }
  /** Salted digests of the keys, to recognize them when the run is resumed. */
  prints?: KeyPrints
  /** Names of the given keys. */
  keys: KeyName[]
  /** Accounts and validity of keys; default: as their names say. */
  known?: KnownKey[]
  /** `phases`: their names are the `purpose.by` of what they send. */
  planned: { id: string; clause?: ClauseId; open?: OpenPointId; phases?: string[] }[]
}

/** `noJob`: why no job could be created, if so. */
export type Learned = { kind: 'learned'; dialect: Dialect; evidence: number[]; noJob?: string }

export type Ended = {
  kind: 'ended'
  at: number
  how: 'whole' | 'interrupted' | 'deadline' | 'cut short' | 'no target'
  why?: string
}

/** Judging stopped after so many steps. Judging again stops there, too, with the same verdicts. */
export type JudgingCutShort = { kind: 'judging cut short'; steps: number; how: 'interrupted' | 'deadline'; why: string }

/** Unfinished jobs of an earlier run. */
type LeftOver = { kind: 'left over'; jobs: { id: string; key: KeyName }[] }

/**
 * Stored on disk before a submission is sent. The exchange has the same number; without an exchange, or without a response, the
 * submission may have created a job.
 */
export type AboutToSubmit = {
  kind: 'about to submit'
  n: number
  at: number
  by: string
  case?: string
  key?: KeyName
  /** Charged if the server accepts it. */
  videoSeconds: number
}

/**
 * The run was interrupted before this line and continues after it. Phases without a `driven` line run again, and their
 * exchanges in `abandoned` do not count.
 */
export type Resumed = {
  kind: 'resumed'
  /** The clock of the run stops during the interruption. */
  at: number
  startedAt: string
  abandoned: number[]
  /** Files whose path has changed. */
  files?: FilesNamed
}

/** Written after the first response over this kind of connection. */
export type ReachedBy = { kind: 'reached by' } & AnsweredBy

export type HistoryEntry =
  | Began
  | ReachedBy
  | LeftOver
  | AboutToSubmit
  | Resumed
  | Exchange
  | Elsewhere
  | Late
  | Gap
  | ToolFinding
  | Skipped
  | CutShort
  | Completed
  | PartDone
  | Reproduced
  | Waited
  | Look
  | Learned
  | Ended
  | JudgingCutShort
