import type { ClauseReport } from '../../runner/report.ts'
import { accountOf, furtherInWords } from '../broken.ts'
import type { Screen } from './screen.ts'
import { labelled } from './wrapping.ts'

/** Each broken clause: what it promises, what came instead, where that stands, and how to try it. */
export function failures(screen: Screen): string[][] {
  const broken = screen.report.clauses.filter((clause) => clause.verdict === 'fail')
  const graver = broken.filter((clause) => isGrave(clause, screen))
  return [...graver, ...broken.filter((clause) => !graver.includes(clause))].map((clause) => failure(clause, screen))
}

const isGrave = ({ level }: ClauseReport, { report }: Screen) => level === 'must' || report.strict

function failure(clause: ClauseReport, screen: Screen): string[] {
  const { width, paint } = screen
  const account = accountOf(clause, screen)
  const word = isGrave(clause, screen) ? paint('bad', 'FAIL') : paint('doubtful', 'WARN')
  const field = (label: string, text: string) => labelled(`      ${label.padEnd(9)} `, text, width)
  return [
    `${word}  ${paint('strong', clause.id)}  ${clause.section}, ${clause.level}`,
    ...labelled('      ', clause.rule, width),
    ...(account.case === undefined ? [] : field('case', account.case)),
    ...field('expected', account.expected),
    ...field('received', account.received),
    ...(account.further.count > 0 ? field('and', furtherInWords(account.further)) : []),
    ...field('exchanges', account.exchanges),
    // Never wrapped: it is there to be copied.
    ...(account.curl === undefined ? [] : [`      ${account.curl}`]),
  ]
}
