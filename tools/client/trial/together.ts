import type { JudgedClause } from '../../../engine/judge/clients/judging.ts'
import { broken } from '../../../engine/judge/clients/verdict.ts'
import type { ClientClauseId } from '../../../spec/clients/clauses.ts'
import { OFTEN } from '../../../suites/clients/traffic.ts'
import type { Trial } from './trial.ts'

type Judged = Pick<Trial, 'judgement'>
type Together<One> = { trial: One; clauses: ClientClauseId[] }

/** Tolerances apply once per client, not once per scenario: returns the scenarios where that matters. */
export function countedTogether<One extends Judged>(trials: readonly One[]): Together<One>[] {
  const all = trials.flatMap(({ judgement }) => judgement.clauses)
  const isOften = (id: ClientClauseId) =>
    all.reduce((sum, clause) => sum + (clause.id === id ? timesIn(clause) : 0), 0) >= OFTEN
  const counted = trials.map((before): Together<One> => {
    const clauses = before.judgement.clauses.map((clause) =>
      isOften(clause.id) ? withNothingForgiven(clause) : clause,
    )
    const ids = clauses.filter((clause, index) => clause !== before.judgement.clauses[index]).map(({ id }) => id)
    return { trial: { ...before, judgement: { ...before.judgement, clauses } }, clauses: ids }
  })
  return counted.filter(({ clauses }) => clauses.length > 0)
}

function timesIn({ verdict }: JudgedClause): number {
  if (verdict.verdict === 'fail') return verdict.cases
  return verdict.verdict === 'pass' ? (verdict.forgiven?.length ?? 0) : 0
}

function withNothingForgiven(clause: JudgedClause): JudgedClause {
  const { verdict } = clause
  if (verdict.verdict !== 'pass' || verdict.forgiven === undefined) return clause
  return { ...clause, verdict: broken(verdict.forgiven, verdict.tried) }
}
