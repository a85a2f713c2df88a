import type { ClauseResult, ConformanceResult, WaiverStated } from '../document/statement.ts'
import type { Problem } from './problem.ts'

const what = 'waiver-contradicts-clauses'
const STATE_OF: Record<string, WaiverStated['state']> = { fail: 'used', pass: 'stale' }

/** Whether waivers and clauses agree. */
export function waiversIn({ clauses, waivers }: ConformanceResult): Problem[] {
  const waiverOf = new Map(waivers.map((waiver) => [waiver.clause, waiver]))
  const clauseOf = new Map(clauses.map((clause) => [clause.id, clause]))
  return [
    ...clauses.flatMap((clause) => reasonAtClause(clause, waiverOf.get(clause.id))),
    ...waivers.flatMap((waiver) => stateOfWaiver(waiver, clauseOf.get(waiver.clause))),
  ]
}

function reasonAtClause({ id, verdict, waived }: ClauseResult, waiver: WaiverStated | undefined): Problem[] {
  const reason = verdict === 'fail' ? waiver?.reason : undefined
  if (reason === waived) return []
  return [{ what, where: `payload/predicate/clauses: ${id}`, expected: inWords(reason), found: inWords(waived) }]
}

function stateOfWaiver({ clause, state }: WaiverStated, of: ClauseResult | undefined): Problem[] {
  const expected = (of && STATE_OF[of.verdict]) ?? 'not judged'
  if (state === expected) return []
  return [{ what, where: `payload/predicate/waivers: ${clause}`, expected, found: state }]
}

function inWords(reason: string | undefined): string {
  return reason === undefined ? 'not waived' : `waived: ${reason}`
}
