import type { Profile } from '../../engine/config/configuration.ts'
import type { ExitCode } from '../../engine/config/exit-codes.ts'
import type { Spent } from '../../engine/http/limits/budget.ts'
import type { Acceptance } from './baseline/baseline.ts'
import type { ChangeKind, Event } from './comparing/change.ts'
import type { Aspect, Where } from './habits/habit.ts'

export const DRIFT_SCHEMA = 1

/** What happened, where, and what a client may have to do about it. */
export type DriftChange = {
  /** Of the place and the change alone: the same on the next day and on another machine. */
  id: string
  /** Of the change alone, wherever it is: what happened at several places has one cause. */
  cause: string
  kind: ChangeKind
  /** A sentence. */
  what: string
  where: Where
  aspect: Aspect
  event: Event
  before: string
  after: string
  /** The same, value by value. */
  values: { before: string[]; after: string[] }
  /** How often it was so, out of how many sightings. */
  counts?: { before: [number, number]; now: [number, number] }
  /** How probable it is that a server which has not changed shows this. */
  chance?: number
  todo: string
  /** Numbers of exchanges of the recorded run. */
  evidence: number[]
  /** Why its user lives with it. */
  accepted?: string
  /** Whether the client reads it, if known (--relies-on). */
  reliedOn?: boolean
}

/** A difference that was not seen often enough; so many sightings, then and now, would tell it from chance. */
export type Seldom = DriftChange & { sightingsNeeded?: number }

/** Planted into a copy of what was just seen, and found again. */
export type Proof = {
  found: Event[]
  /** Nothing was seen into which it could have been planted. */
  notPlanted: Event[]
  /** A fault of ours. */
  missed: Event[]
}

export type DriftVerdict = 'same' | 'compatible' | 'breaking' | 'unknown'

export type DriftReport = {
  schema: typeof DRIFT_SCHEMA
  verdict: DriftVerdict
  exit: ExitCode
  /** Why nothing can be said, or not all of it. */
  reason?: string
  suite: { name: string; version: string }
  /** insecure: TLS certificates were not verified. */
  target: { baseUrl: string; insecure?: boolean }
  baseline: { target: { baseUrl: string }; profile: Profile; rounds: number; seed: number }
  startedAt: string
  seconds: number
  profile: Profile
  spent: Spent
  /** Different requests, each counted once. Missing where a baseline of an earlier version does not name them. */
  compared?: { both: number; baseline: number; now: number }
  changes: DriftChange[]
  seldom: Seldom[]
  /** What the baseline knows, and nothing of which was seen this time. */
  notLookedAt: { what: string; where: Where }[]
  /** Conclusions that differ, and rest on requests that only one side sent. */
  notCompared: { what: string; where: Where; why: string }[]
  /** Accepted changes that went away again. */
  stale: Acceptance[]
  proof: Proof
  /** Which options decided the exit code. */
  failOn: 'breaking' | 'compatible'
  onlyReliedOn: boolean
}
