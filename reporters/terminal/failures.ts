import { excerpt } from '../../runner/history/words.ts'
import type { ClauseReport } from '../../runner/report/report.ts'
import { gravityOf } from '../../runner/report/waivers.ts'
import { accountOf, furtherInWords } from '../broken.ts'
import type { Screen } from './screen.ts'
import { labelled } from './wrapping.ts'

/** Each broken clause: what it promises, what came instead, where that stands, and how to try it. */
export function failures(screen: Screen): string[][] {
  const broken = screen.report.clauses.filter((clause) => clause.verdict === 'fail')
  const order = (clause: ClauseReport) => ['broken', 'warning', 'waived'].indexOf(gravityOf(clause, screen.report))
  return broken.toSorted((a, b) => order(a) - order(b)).map((clause) => failure(clause, screen))
}

const WORDS = {
  broken: { word: 'FAIL', style: 'bad' },
  warning: { word: 'WARN', style: 'doubtful' },
  waived: { word: 'WAIVED', style: 'doubtful' },
} as const

function failure(clause: ClauseReport, screen: Screen): string[] {
  const { width, paint } = screen
  const account = accountOf(clause, screen)
  const { word, style } = WORDS[gravityOf(clause, screen.report)]
  const field = (label: string, text: string) => labelled(`      ${label.padEnd(9)} `, text, width)
  return [
    `${paint(style, word)}  ${paint('strong', clause.id)}  ${clause.section}, ${clause.level}`,
    ...labelled('      ', clause.rule, width),
    ...(clause.waived === undefined ? [] : field('waived', excerpt(clause.waived, 400))),
    ...(account.case === undefined ? [] : field('case', account.case)),
    ...field('expected', account.expected),
    ...field('received', account.received),
    ...(account.further.count > 0 ? field('and', furtherInWords(account.further)) : []),
    ...field('exchanges', account.exchanges),
    // Never wrapped: it is there to be copied.
    ...(account.curl === undefined ? [] : [`      ${account.curl}`]),
  ]
}
