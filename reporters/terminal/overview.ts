import type { ClauseReport } from '../outcome/report.ts'
import type { Screen } from './screen.ts'
import { subjectOfClause } from './subject.ts'
import { labelled } from './wrapping.ts'

/** How many clauses of each group passed, in a line or two. */
export function overview({ report, width, paint }: Screen): string[] {
  const groups = Map.groupBy(report.clauses, subjectOfClause)
  const holding = [...groups].flatMap(([subject, clauses]) => {
    const held = clauses.filter(({ verdict }) => verdict === 'pass').length
    return held === 0 ? [] : [`${subject} ${held}${othersOf(clauses, held)}`]
  })
  return holding.length === 0
    ? []
    : labelled('✔ passed: ', holding.join(', '), width).map((line) => line.replace('✔', paint('good', '✔')))
}

/** Results of the other clauses. Clauses without a check in this version don't count. */
function othersOf(clauses: readonly ClauseReport[], held: number): string {
  const of = (verdict: ClauseReport['verdict']) =>
    clauses.filter((each) => each.verdict === verdict && each.cause?.kind !== 'no check').length
  const counts: [number, string][] = [
    [of('fail'), 'failed'],
    [of('inconclusive'), 'inconclusive'],
    [of('skip'), 'not tested'],
  ]
  const parts = counts.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]))
  const all = held + counts.reduce((sum, [count]) => sum + count, 0)
  return parts.length === 0 ? '' : ` of ${all} (${parts.join(', ')})`
}
