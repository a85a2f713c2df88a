import type { Need } from '../../spec/clause.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import type { OpenPointId } from '../../spec/open-points.ts'
import type { Drive } from '../driving/drive.ts'
import type { Dialect } from '../history/dialect.ts'
import type { Ended, Exchange, Finding, Gap } from '../history/exchange.ts'
import type { Keyring } from '../keys/keyring.ts'
import type { KeyName } from '../keys/recipes.ts'
import type { Configuration, Profile } from '../settings/configuration.ts'
import type { Target } from '../settings/target.ts'
import type { Verdict } from './verdict.ts'

/** What holds for the whole run and what every judge may know besides exchanges. */
export type Facts = {
  target: Target
  configuration: Configuration
  keys: readonly KeyName[]
  /** What the keys are known to be. */
  keyring: Keyring
  /** Whether one server is known to have been asked all the while: where traffic was merely seen, it may have been started anew. */
  isOneServer: boolean
  dialect: Dialect
  /** How the run ended, once it has. */
  ended?: Ended
  exchange(n: number): Exchange | undefined
  /** Whether GET /videos/{id} ever knew the job that the submission of that number made. */
  isKnown(submission: number): boolean
  /** The ids that the run's submissions were answered with. */
  ids(): readonly string[]
  /** Whether a submission of this key, or of another one that may be of its account, was answered with this id. */
  isOwn(key: KeyName, id: string): boolean
  /** Known to be good, or, where nothing is known of it, seen to be accepted. */
  isGood(key: KeyName): boolean
  /** The first poll that showed the job final which the submission of that number made. */
  endOf(submission: number): Exchange | undefined
}

/** What one check has seen: the last word on each case, and the cases that could not be tried. */
export type Evidence = { exchanges: Exchange[]; gaps: Gap[]; findings: Finding[]; facts: Facts }

/** What a check sends at most, besides the polls of jobs. Known before the run, so that it can be announced. */
type Cost = { requests: number; jobs?: number; videoSeconds?: number }

/** What is known of a run before it starts. */
export type Prospect = {
  target: Target
  configuration: Configuration
  keys: readonly KeyName[]
  keyLength: number
}

type Named = {
  /** Words, unique among all checks. */
  id: string
  suite: string
  /** What the check shows, as a sentence about the server. */
  title: string
  needs?: readonly Need[]
  /** The smallest profile that runs it; the smoke profile by default. */
  from?: Profile
  /** What it asks is drawn by chance: where nothing of its kind was, the other checks of its clause speak. */
  byChance?: true
}

/** Runs while nothing else touches the server. */
type Driven = { exclusive?: true; cost(prospect: Prospect): Cost; drive(drive: Drive): Promise<void> }

/** Sends requests of its own and judges what came back. */
export type Experiment = Named & Driven & { clause: ClauseId; judge(evidence: Evidence): Verdict }

/** Judges every exchange of the run, whoever sent it; may drive to make sure that there is something to see. */
export type Rule<Notes = unknown> = Named &
  Partial<Driven> & {
    clause: ClauseId
    begin(): Notes
    see(notes: Notes, exchange: Exchange, facts: Facts): void
    conclude(notes: Notes, facts: Facts): Verdict
  }

/** The server's choice at an open point, in words. Seeing several choices in one run is worth a remark, no more. */
export type Choice = { choice: string; evidence: number[]; inconsistent?: string }

/** Finds out what the server does where the specification leaves it free. Never judges. */
export type Observation<Notes = unknown> = Named &
  Partial<Driven> & {
    open: OpenPointId
    begin(): Notes
    see(notes: Notes, exchange: Exchange, facts: Facts): void
    conclude(notes: Notes, facts: Facts): Choice | undefined
  }

export type Check = Experiment | Rule | Observation

export type Suite = {
  name: string
  about: string
  checks: readonly Check[]
  /** Starts a process: the self-check spares faults of other clauses the time. */
  startsAProcess?: true
}

export function isObservation(check: Check): check is Observation {
  return 'open' in check
}

export function isExperiment(check: Check): check is Experiment {
  return 'judge' in check
}

export function isDriven(check: Check): check is Check & Driven {
  return check.drive !== undefined
}

/** Keeps the type of the notes together inside one rule and away from everyone else. */
export function rule<Notes>(definition: Rule<Notes>): Check {
  return definition as unknown as Check
}

export function observation<Notes>(definition: Observation<Notes>): Check {
  return definition as unknown as Check
}
