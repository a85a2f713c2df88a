import type { KindOfChange } from '../../fixtures/changes/change.ts'
import { areClientsClean, type ClientsScore, clientsScoreOf } from './clients/score.ts'
import type { ClientOutcome } from './clients/try-out.ts'
import type { Outcome, Trial } from './trial.ts'

export type Counted = { trials: number; right: number }

export type Score = {
  faults: Counted
  /** Faults that take several requests, a combination, parallel polls or another key. */
  hard: Counted
  variants: Counted
  undecidable: Counted
  implementations: Counted
  implementationFaults: Counted & { byItsClause: number }
  changes: Counted & { byKind: Record<KindOfChange, Counted> }
  clients: ClientsScore
  /** Unexpectedly missed: each fails the self-check. */
  missed: Outcome[]
  falsePositives: Outcome[]
  /** Verdicts on clauses that a server leaves undecidable. */
  presumed: Outcome[]
  misclassified: Outcome[]
  /** Missed or misclassified, listed with a reason. */
  knownMissed: Outcome[]
  requests: number
}

export function scoreOf(outcomes: readonly Outcome[], clients: readonly ClientOutcome[] = []): Score {
  const of = (...kinds: Trial['kind'][]) => outcomes.filter(({ kind }) => kinds.includes(kind))
  const wrong = (...kinds: Trial['kind'][]) => of(...kinds).filter(({ right }) => !right)
  const isKnown = ({ stillMissed, faults }: Outcome) => stillMissed !== undefined && faults.length === 0
  const isNew = (outcome: Outcome) => !isKnown(outcome)
  const ofKind = (written: KindOfChange) => counted(of('change').filter(({ drift }) => drift?.written === written))
  return {
    faults: counted(of('fault')),
    hard: counted(of('fault').filter(({ takes }) => takes !== undefined)),
    variants: counted(of('variant')),
    undecidable: counted(of('undecidable')),
    implementations: counted(of('implementation')),
    implementationFaults: {
      ...counted(of('implementation fault')),
      byItsClause: of('implementation fault').filter(({ byItsClause }) => byItsClause).length,
    },
    changes: {
      ...counted(of('change')),
      byKind: { breaking: ofKind('breaking'), compatible: ofKind('compatible'), noise: ofKind('noise') },
    },
    clients: clientsScoreOf(clients),
    missed: wrong('fault', 'implementation fault').filter(isNew),
    falsePositives: wrong('variant', 'implementation'),
    presumed: wrong('undecidable'),
    misclassified: wrong('change').filter(isNew),
    knownMissed: wrong('fault', 'implementation fault', 'change').filter(isKnown),
    requests: outcomes.reduce((sum, { requests }) => sum + requests, 0),
  }
}

export function isClean({ missed, falsePositives, presumed, misclassified, clients }: Score): boolean {
  return (
    [missed, falsePositives, presumed, misclassified].every(({ length }) => length === 0) && areClientsClean(clients)
  )
}

function counted(outcomes: readonly Outcome[]): Counted {
  return { trials: outcomes.length, right: outcomes.filter(({ right }) => right).length }
}
