import type { Need } from '../../spec/clause.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import type { OpenPointId } from '../../spec/open-points.ts'
import type { Configuration, Profile } from '../config/configuration.ts'
import type { Target } from '../config/target.ts'
import type { Dialect } from '../history/entry/dialect.ts'
import type { Ended, Gap, ToolFinding } from '../history/entry/entries.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import type { Look } from '../history/entry/look.ts'
import type { Keyring } from '../keys/keyring.ts'
import type { KeyName } from '../keys/recipes.ts'
import type { Phase } from '../run/driving/phase.ts'
import type { Choice, Verdict, VerdictOnFiles } from './verdict.ts'

export type { Choice } from './verdict.ts'

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
  exchange(n: number | undefined): Exchange | undefined
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
  /** What was seen of the files that jobs led to. */
  looks(): readonly Look[]
}

/** What one check has seen: the last word on each case, and the cases that could not be tried. */
export type Evidence = { exchanges: Exchange[]; gaps: Gap[]; findings: ToolFinding[]; facts: Facts }

type Named = {
  /** Words, unique among all checks. */
  id: string
  suite: string
  /** What the check shows, as a sentence about the server. */
  title: string
  needs?: readonly Need[]
  /** The smallest profile that runs it; the smoke profile by default. */
  from?: Profile
  /** What it asks is drawn by chance, or what it sees is up to the server: where nothing of its kind came, the other checks of its clause speak. */
  byChance?: true
  /** What has to be done for it, by itself or together with others. */
  phases: readonly Phase[]
}

/** Judges what was sent in its phase. */
export type Experiment = Named & { kind: 'experiment'; clause: ClauseId; judge(evidence: Evidence): Verdict }

/** Goes through a run from its beginning, and says at the end what it made of it. */
export type Watching<Conclusion> = { see(exchange: Exchange, facts: Facts): void; conclude(facts: Facts): Conclusion }

/** Judges every exchange of the run, whoever sent it; its phases make sure that there is something to see. */
export type Rule = Named & {
  kind: 'rule'
  clause: ClauseId
  watch(): Watching<VerdictOnFiles>
  /** What has broken it once stays broken, whatever else there is to see. */
  standsAlone?: true
}

/** Finds out what the server does where the specification leaves it free. Never judges. */
export type Observation = Named & { kind: 'observation'; open: OpenPointId; watch(): Watching<Choice | undefined> }

export type Check = Experiment | Rule | Observation

export type Suite = {
  name: string
  about: string
  checks: readonly Check[]
  /** Starts a process: the self-check spares faults of other clauses the time. */
  startsAProcess?: true
}

/** What a check says of itself before it is one of a kind. */
export type About = Omit<Named, 'phases'> & Partial<Pick<Named, 'phases'>>
export type AboutRule = About & Pick<Rule, 'clause' | 'standsAlone'>

type Noting<Notes, Conclusion> = {
  begin(): Notes
  see(notes: Notes, exchange: Exchange, facts: Facts): void
  conclude(notes: Notes, facts: Facts): Conclusion
}

type OwnPhase = Pick<Phase, 'stage' | 'priority' | 'max' | 'drive'>

type Besides = { /** What else has to be done for it, and is judged elsewhere. */ besides?: readonly Phase[] }

/** What one check has done for itself carries its name. */
export function experiment({
  stage,
  priority,
  max,
  drive,
  besides = [],
  ...about
}: Omit<About, 'phases'> & OwnPhase & Besides & Pick<Experiment, 'clause' | 'judge'>): Experiment {
  const when = { ...(stage && { stage }), ...(priority !== undefined && { priority }) }
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

/** Keeps the notes inside one watch and away from everyone else. */
function watching<Notes, Conclusion>({ begin, see, conclude }: Noting<Notes, Conclusion>): Watching<Conclusion> {
  const notes = begin()
  return {
    see: (exchange, facts) => see(notes, exchange, facts),
    conclude: (facts) => conclude(notes, facts),
  }
}

/** What a check is about: a clause of the law, or a point that it leaves open. */
export function subjectOf(check: Check): ClauseId | OpenPointId {
  return check.kind === 'observation' ? check.open : check.clause
}

export function isObservation(check: Check): check is Observation {
  return check.kind === 'observation'
}

export function isExperiment(check: Check): check is Experiment {
  return check.kind === 'experiment'
}
