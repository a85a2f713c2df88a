import type { Profile } from '../../engine/config/configuration.ts'
import type { ChangedServer } from '../../fixtures/changes/changed-servers.ts'
import type { Fault, Takes } from '../../fixtures/faults/fault.ts'
import type { Stranger, StrangerFault } from '../../fixtures/strangers/index.ts'
import type { Undecidable } from '../../fixtures/undecidable/undecidable.ts'
import type { Variant } from '../../fixtures/variants/variant.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import type { Sorted } from './drift-trial.ts'

export type Trial = { dialect: string; profile: Profile; seed: number } & (
  | { kind: 'fault'; subject: Fault }
  | { kind: 'variant'; subject: Variant }
  | { kind: 'undecidable'; subject: Undecidable }
  | { kind: 'implementation'; subject: Stranger }
  | { kind: 'implementation fault'; subject: StrangerFault }
  | { kind: 'change'; subject: ChangedServer }
)

/** A trial of one server; a change is a trial of two. */
export type OfOneServer = Exclude<Trial, { kind: 'change' }>

export type Failed = { clause: ClauseId; expected?: string; received?: string }

export type Outcome = {
  kind: Trial['kind']
  id: string
  dialect: string
  /** The clause that a fault breaks caught it; nothing failed on a conforming server; a change was classified as its author did. */
  right: boolean
  breaks?: ClauseId
  takes?: Takes
  /** Whether the clause that a fault breaks caught it. */
  byItsClause?: boolean
  /** Why a fault is known to be missed, or a change to be classified otherwise. */
  stillMissed?: string
  drift?: Sorted
  /** The clauses that failed, without the one that the fault breaks. */
  failed: Failed[]
  /** Verdicts on clauses that this server leaves undecidable. */
  presumed: { clause: ClauseId; verdict: string }[]
  /** Internal errors. */
  faults: string[]
  requests: number
  seconds: number
}

export const isBroken = ({ kind }: Trial) => kind === 'fault' || kind === 'implementation fault'
