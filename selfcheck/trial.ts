import type { ChangedServer } from '../fixtures/changes/changed-servers.ts'
import type { Fault, Takes } from '../fixtures/faults/fault.ts'
import type { FirstSight, Stranger, StrangerFault } from '../fixtures/strangers/index.ts'
import type { Undecidable } from '../fixtures/undecidable/undecidable.ts'
import type { Variant } from '../fixtures/variants/variant.ts'
import type { Profile } from '../runner/settings/configuration.ts'
import type { ClauseId } from '../spec/clauses.ts'
import type { Sorted } from './drift-trial.ts'

export type Trial = {
  dialect: string
  /** In brief, a fault is asked of its clause alone, before all else; what is lawful meets the profile standard only; judging again is left to the others. */
  brief?: true
} & (
  | { kind: 'fault'; subject: Fault }
  | { kind: 'variant'; subject: Variant }
  | { kind: 'undecidable'; subject: Undecidable }
  | { kind: 'stranger'; subject: Stranger }
  | { kind: "stranger's fault"; subject: StrangerFault }
  | { kind: 'change'; subject: ChangedServer }
)

/** Of one server, which the suite judges; a change is of two. */
export type OfOneServer = Exclude<Trial, { kind: 'change' }>

export type Accusation = { clause: ClauseId; expected?: string; received?: string }

export type Outcome = {
  kind: Trial['kind']
  id: string
  dialect: string
  /** The smallest profile that caught a fault, or the last that did not. */
  profile: Profile
  /** Only the clause that the fault breaks was asked about, and has caught it. */
  alone?: true
  /** A fault is caught by its clause; a variant is not accused; where nothing can be said, nothing is; a change is sorted as its writer said. */
  right: boolean
  /** The clause that a fault breaks. */
  breaks?: ClauseId
  /** What it takes to see a fault, where that is more than one request. */
  takes?: Takes
  /** Whether a fault was caught by the very clause that it breaks. */
  byItsClause?: boolean
  atFirstSight?: FirstSight
  stillMissed?: string
  /** What drift made of a change. */
  drift?: Sorted
  /** What failed although nothing, or something else, was wrong. */
  accused: Accusation[]
  /** What had to stay without a verdict, and got one. */
  presumed: { clause: ClauseId; verdict: string }[]
  /** It was tried once more, with nothing else under way, and this came of it. */
  again?: true
  /** What went wrong in the suite itself. */
  faults: string[]
  requests: number
  seconds: number
}

export const isBroken = ({ kind }: Trial) => kind === 'fault' || kind === "stranger's fault"
