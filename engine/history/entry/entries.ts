import type { ClauseId } from '../../../spec/clauses.ts'
import type { OpenPointId } from '../../../spec/open-points.ts'
import type { Configuration, FilesNamed } from '../../config/configuration.ts'
import type { KnownKey } from '../../keys/keyring.ts'
import type { KeyPrints } from '../../keys/prints.ts'
import type { KeyName } from '../../keys/recipes.ts'
import type { AnsweredBy } from './answered-by.ts'
import type { Cause } from './cause.ts'
import type { Dialect } from './dialect.ts'
import type { Elsewhere, Exchange, Late } from './exchange.ts'
import type { Look } from './look.ts'

/** A case that could not be tried, and why. */
export type Gap = {
  kind: 'gap'
  by: string
  case: string
  why: string
  cause?: Cause
  /** What it would have told of, where its phase serves several. */
  clauses?: ClauseId[]
}

/** A check or a phase that was not tried. */
export type Skipped = { kind: 'skipped'; by: string; why: string; cause?: Cause }

/** A phase that began and could not be brought to its end. */
export type CutShort = { kind: 'cut-short'; by: string; why: string; cause?: Cause; fault?: true }

/** A phase that did all it had to do, or all but what goes beyond the plain cases. */
export type Completed = { kind: 'driven'; by: string; leftOut?: 'for want of time' }

/** What a tool beside the suite makes of an answer: what differs from what it was told to expect, in its own words. */
export type ToolFinding = {
  kind: 'finding'
  by: string
  case: string
  expected: string
  mismatches: string[]
  evidence: number[]
  /** Why it decides nothing, if so. */
  doubt?: string
  /** What the law promises of it, where its phase serves several clauses; nothing: what was expected is promised by none. */
  clause?: ClauseId
}

type Waited = { kind: 'waited'; by: string; at: number; ms: number; why: string }

/** What the recording of somebody else's traffic held besides the exchanges that are judged, each with how often. */
export type Observed = {
  leftOut: { what: string; count: number }[]
  /** It was a run of gatecheck's own: no client is judged by it. */
  byRun?: true
}

export type Began = {
  kind: 'began'
  format: 2
  suite: { name: string; version: string }
  spec: { sha256: string }
  /** embedded: nobody named a server, and the reference service was started for this run. proxy: what stood in between, on our side. */
  target: { baseUrl: string; embedded?: true; proxy?: string }
  /** Nobody planned what was sent: it is the traffic of somebody else, as it was seen. */
  observed?: Observed
  startedAt: string
  /** What every request calls the run by, in its User-Agent. */
  run?: string
  configuration: Configuration
  /** The most that the run was announced to make, whatever the server does. */
  announced?: { jobs: number }
  /** By which its keys are known again, and from which nobody makes them. */
  prints?: KeyPrints
  /** Which keys, by recipe name, the run was given. */
  keys: KeyName[]
  /** What is known of them besides; where nothing is said, the usual names have their usual meaning. */
  known?: KnownKey[]
  /** `phases`: what is done for it; everything sent in one of them carries its name. */
  planned: { id: string; clause?: ClauseId; open?: OpenPointId; phases?: string[] }[]
}

/** `noJob`: why none could be had, if so. */
export type Learned = { kind: 'learned'; dialect: Dialect; evidence: number[]; noJob?: string }

export type Ended = {
  kind: 'ended'
  at: number
  how: 'whole' | 'interrupted' | 'deadline' | 'cut short' | 'no target'
  why?: string
}

/**
 * What happened was judged in so many steps before there was no more time; whoever judges it again goes as far, and comes
 * to the same verdicts.
 */
export type JudgingCutShort = { kind: 'judging cut short'; steps: number; how: 'interrupted' | 'deadline'; why: string }

/** Jobs that an earlier run left unfinished; what becomes of them stands in the polls under that name. */
type LeftOver = { kind: 'left over'; jobs: { id: string; key: KeyName }[] }

/**
 * Written, and on the disk, before a submission is sent: whatever happens then, it is known that there may be a job. Its
 * exchange has the same number; where there is none, or none with an answer, nobody knows what became of it.
 */
export type AboutToSubmit = {
  kind: 'about to submit'
  n: number
  at: number
  by: string
  case?: string
  key?: KeyName
  /** What it costs if it is accepted. */
  videoSeconds: number
}

/**
 * The run broke off before this line, and goes on behind it. Of what it had not brought to its end, that is done again which
 * `abandoned` names by its exchanges; all else is taken up where it was left.
 */
export type Resumed = {
  kind: 'resumed'
  /** By the clock of the run, which stood still meanwhile. */
  at: number
  startedAt: string
  abandoned: number[]
  /** Lines that could not be read any more, by their numbers. */
  damaged?: number[]
  /** Named otherwise than when the run began. */
  files?: FilesNamed
}

/** A way in which the server under test was reached, written after the first answer over it. */
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
  | Waited
  | Look
  | Learned
  | Ended
  | JudgingCutShort
