import type { Need } from '../../spec/clause.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import type { OpenPointId } from '../../spec/open-points.ts'
import type { Configuration, Profile } from '../config/configuration.ts'
import type { Target } from '../config/target.ts'
import type { Dialect } from '../history/entry/dialect.ts'
import type { Ended, Gap, ToolFinding } from '../history/entry/entries.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import type { Look } from '../history/entry/inspection.ts'
import type { Keyring } from '../keys/keyring.ts'
import type { KeyName } from '../keys/placeholders.ts'
import type { Phase } from '../run/phase.ts'
import type { Choice, Verdict, VerdictOnFiles } from './verdict.ts'

export type { Choice } from './verdict.ts'

/** What every judge may use besides exchanges. */
export type Facts = {
  target: Target
  configuration: Configuration
  keys: readonly KeyName[]
  keyring: Keyring
  /** False in observed traffic: the server may have been restarted. */
  isOneServer: boolean
  dialect: Dialect
  ended?: Ended
  exchange(n: number | undefined): Exchange | undefined
  /** Whether GET /videos/{id} ever knew the job of this submission. */
  isKnown(submission: number): boolean
  /** The ids in responses to submissions. */
  ids(): readonly string[]
  /** Whether this id was returned to this key, or to another one that may be of its account. */
  isOwn(key: KeyName, id: string): boolean
  /** Whether the key is good; if unknown, whether it was accepted. */
  isGood(key: KeyName): boolean
  /** The first poll that showed the job of this submission final. */
  endOf(submission: number): Exchange | undefined
  /** Inspections of delivered files. */
  looks(): readonly Look[]
}

/** What an experiment judges: its exchanges, and the cases that could not be tested. */
export type Evidence = { exchanges: Exchange[]; gaps: Gap[]; findings: ToolFinding[]; facts: Facts }

type Named = {
  /** The id of its clause or open point; with a suffix if it is not the only check. */
  id: string
  /** A former id, which `--only` and recorded runs may use. */
  formerly?: string
  suite: string
  /** What the server does, as a sentence. */
  title: string
  needs?: readonly Need[]
  /** The smallest profile that runs it; the smoke profile by default. */
  from?: Profile
  /** It may have no case, depending on generated requests or the server. Then other checks of its clause decide. */
  byChance?: true
  /** These send its requests; several checks may share a phase. */
  phases: readonly Phase[]
}

/** Judges the exchanges of its own phase. */
export type Experiment = Named & { kind: 'experiment'; clause: ClauseId; judge(evidence: Evidence): Verdict }

export type Watching<Conclusion> = { see(exchange: Exchange, facts: Facts): void; conclude(facts: Facts): Conclusion }

/** Judges all exchanges of the run. */
export type Rule = Named & {
  kind: 'rule'
  clause: ClauseId
  watch(): Watching<VerdictOnFiles>
  /** One exchange can fail it, whatever follows. */
  standsAlone?: true
}

/** Observes an implementation choice. */
export type Observation = Named & { kind: 'observation'; open: OpenPointId; watch(): Watching<Choice | undefined> }

export type Check = Experiment | Rule | Observation

export type Suite = {
  name: string
  about: string
  checks: readonly Check[]
  /** Starts a process: the self-check runs it only for faults of its clauses. */
  startsAProcess?: true
}

export type About = Omit<Named, 'phases'> & Partial<Pick<Named, 'phases'>>
export type AboutRule = About & Pick<Rule, 'clause' | 'standsAlone'>

/** A watcher with notes. `Seen`: an exchange of a run or of a client. */
export type Noting<Notes, Conclusion, Seen = Exchange, Around = Facts> = {
  begin(): Notes
  see(notes: Notes, seen: Seen, around: Around): void
  conclude(notes: Notes, around: Around): Conclusion
}

type OwnPhase = Pick<Phase, 'stage' | 'priority' | 'visits' | 'max' | 'drive'>

type Besides = { /** Phases that other checks judge. */ besides?: readonly Phase[] }

/** An experiment with a phase of its own name. */
export function experiment({
  stage,
  priority,
  visits,
  max,
  drive,
  besides = [],
  ...about
}: Omit<About, 'phases'> & OwnPhase & Besides & Pick<Experiment, 'clause' | 'judge'>): Experiment {
  const when = { ...(stage && { stage }), ...(priority !== undefined && { priority }), ...(visits && { visits }) }
  return { ...about, kind: 'experiment', phases: [{ name: about.id, ...when, max, drive }, ...besides] }
}

export function rule<Notes>({ begin, see, conclude, ...about }: AboutRule & Noting<Notes, VerdictOnFiles>): Rule {
  return { phases: [], ...about, kind: 'rule', watch: () => watching({ begin, see, conclude }) }
}

export function observation<Notes>({
  begin,
  see,
  conclude,
  ...about
}: About & Pick<Observation, 'open'> & Noting<Notes, Choice | undefined>): Observation {
  return { phases: [], ...about, kind: 'observation', watch: () => watching({ begin, see, conclude }) }
}

export function watching<Notes, Conclusion, Seen, Around>({
  begin,
  see,
  conclude,
}: Noting<Notes, Conclusion, Seen, Around>) {
  const notes = begin()
  return {
    see: (seen: Seen, around: Around) => see(notes, seen, around),
    conclude: (around: Around) => conclude(notes, around),
  }
}

export function subjectOf(check: Check): ClauseId | OpenPointId {
  return check.kind === 'observation' ? check.open : check.clause
}

export function isObservation(check: Check): check is Observation {
  return check.kind === 'observation'
}

export function isExperiment(check: Check): check is Experiment {
  return check.kind === 'experiment'
}
