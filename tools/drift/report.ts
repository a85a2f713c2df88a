import type { Profile } from '../../engine/config/configuration.ts'
import type { ExitCode } from '../../engine/config/exit-codes.ts'
import type { Spent } from '../../engine/http/limits/budget.ts'
import type { Acceptance } from './baseline/baseline.ts'
import type { ChangeKind, Event } from './comparing/change.ts'
import type { Aspect, Where } from './habits/habit.ts'

export const DRIFT_SCHEMA = 1

/** A change, its place, and its effect on clients. */
export type DriftChange = {
  /** From the place and the change: stable across days and machines. */
  id: string
  /** Equal for the same change at several places. */
  cause: string
  kind: ChangeKind
  what: string
  where: Where
  aspect: Aspect
  event: Event
  before: string
  after: string
  /** Each value. */
  values: { before: string[]; after: string[] }
  /** How often it was seen, out of how many sightings. */
  counts?: { before: [number, number]; now: [number, number] }
  /** Probability that an unchanged server shows this. */
  chance?: number
  todo: string
  /** Numbers of exchanges of the recorded run. */
  evidence: number[]
  /** The user's reason for accepting it. */
  accepted?: string
  /** Whether the client reads it, if known (--relies-on). */
  reliedOn?: boolean
}

/** A difference with too few sightings; `sightingsNeeded`: the number on each day that would decide. */
export type Seldom = DriftChange & { sightingsNeeded?: number }

/** Changes that were planted into a copy of the observations, to test the comparison. */
export type Proof = {
  found: Event[]
  /** No suitable place was observed. */
  notPlanted: Event[]
  /** An internal error. */
  missed: Event[]
}

export type DriftVerdict = 'same' | 'compatible' | 'breaking' | 'unknown'

export type DriftReport = {
  schema: typeof DRIFT_SCHEMA
  verdict: DriftVerdict
  exit: ExitCode
  /** Why there is no verdict, or an incomplete one. */
  reason?: string
  suite: { name: string; version: string }
  /** insecure: TLS certificates were not verified. */
  target: { baseUrl: string; insecure?: boolean }
  baseline: { target: { baseUrl: string }; profile: Profile; rounds: number; seed: number }
  startedAt: string
  seconds: number
  profile: Profile
  spent: Spent
  /** Distinct requests. Missing for a baseline of an earlier version. */
  compared?: { both: number; baseline: number; now: number }
  changes: DriftChange[]
  seldom: Seldom[]
  /** Parts of the baseline that this run did not see. */
  notLookedAt: { what: string; where: Where }[]
  /** Different conclusions that depend on requests that only one side sent. */
  notCompared: { what: string; where: Where; why: string }[]
  /** Accepted changes that no longer occur. */
  stale: Acceptance[]
  proof: Proof
  /** The option that decided the exit code. */
  failOn: 'breaking' | 'compatible'
  onlyReliedOn: boolean
}
