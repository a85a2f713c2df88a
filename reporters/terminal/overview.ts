import type { ClauseReport } from '../../runner/report/report.ts'
import type { Screen } from './screen.ts'
import { subjectOfClause } from './subject.ts'
import { labelled } from './wrapping.ts'

/** How many clauses of each group passed, in a line or two. */
export function overview({ report, width, paint }: Screen): string[] {
  const groups = Map.groupBy(report.clauses, subjectOfClause)
  const holding = [...groups].flatMap(([subject, clauses]) => {
    const held = clauses.filter(({ verdict }) => verdict === 'pass').length
    return held === 0 ? [] : [`${subject} ${held}${outOf(clauses, held)}`]
  })
  return holding.length === 0
    ? []
    : labelled('✔ passed: ', holding.join(', '), width).map((line) => line.replace('✔', paint('good', '✔')))
}

/** Clauses without a check in this version don't count. */
function outOf(clauses: readonly ClauseReport[], held: number): string {
  const all = clauses.filter(({ cause }) => cause?.kind !== 'no check').length
  return held === all ? '' : ` of ${all}`
}
