import type { JudgedClause } from '../../../engine/judge/clients/judging.ts'
import { type ClientViolation, notJudged } from '../../../engine/judge/clients/verdict.ts'
import type { TriedAlone } from '../../../reporters/outcome/clients/report.ts'
import type { ClientClauseId } from '../../../spec/clients/clauses.ts'
import type { Trial } from './trial.ts'

type Judged = Pick<Trial, 'judgement'>

/** Violations that a busy machine may have caused. */
const OF_TIME: readonly ClientViolation['fact']['kind'][] = ['pause', 'slow polls', 'url expired', 'burst']

/** The clauses that a trial fails by timing only. */
export function brokenByTime({ judgement }: Judged): ClientClauseId[] {
  return judgement.clauses.filter(({ verdict }) => isOfTime(verdict)).map(({ id }) => id)
}

const isOfTime = (verdict: JudgedClause['verdict']): boolean =>
  verdict.verdict === 'fail' && verdict.violations.every(({ fact }) => OF_TIME.includes(fact.kind))

/**
 * A timing failure counts if it recurs in a repetition with nothing else running; otherwise it is inconclusive. A
 * failure that depends on several scenarios needs one recurrence.
 */
export function afterTriedAlone<One extends Judged>(
  before: One,
  again: Judged,
  together: readonly ClientClauseId[] = [],
): { trial: One; alone: TriedAlone } {
  const clauses = brokenByTime(before)
  const cameOnce = ({ id, verdict }: JudgedClause) =>
    together.includes(id) && verdict.verdict === 'pass' && verdict.forgiven !== undefined
  const broken = again.judgement.clauses
    .filter((clause) => clause.verdict.verdict === 'fail' || cameOnce(clause))
    .map(({ id }) => id)
  const confirmed = clauses.filter((id) => broken.includes(id))
  const judged = before.judgement.clauses.map(
    (clause): JudgedClause =>
      clauses.includes(clause.id) && !confirmed.includes(clause.id)
        ? { ...clause, verdict: notJudged({ kind: 'not again alone' }, ONCE) }
        : clause,
  )
  return { trial: { ...before, judgement: { ...before.judgement, clauses: judged } }, alone: { clauses, confirmed } }
}

const ONCE =
  'it failed once in parallel with other scenarios, but not when this one ran alone: the machine may have been busy'
