import { printable } from '../../runner/history/reading/words.ts'
import type { Difference } from '../../runner/report/differences.ts'
import type { Report } from '../../runner/report/report.ts'
import { conclude } from '../outcome/conclusion.ts'
import { counted } from '../words/counted.ts'

/** Whether a report says what its history says, and what the verdict is by that history. */
export function rejudgement(report: Report, compared: boolean, found: readonly Difference[]): string {
  const counts = ['pass', 'fail', 'inconclusive', 'skip'].map(
    (word) => `${report.clauses.filter((clause) => clause.verdict === word).length} ${word}`,
  )
  const { word, words } = conclude(report)
  const lines = [
    `Judged again from ${counted(report.budget.requests, 'recorded exchange')}: ${counts.join(', ')}.`,
    ...comparison(compared, found),
    '',
    `${word}  ${words}`,
  ]
  return `${lines.join('\n')}\n`
}

function comparison(compared: boolean, found: readonly Difference[]): string[] {
  if (!compared)
    return [
      'report.json is missing beside the history, so nothing was compared; "gatecheck report --report json" writes it.',
    ]
  if (found.length === 0) return ['report.json agrees with its history in every verdict.']
  return [
    `report.json differs from its history in ${counted(found.length, 'place')}:`,
    ...found.flatMap(({ what, recorded, judged }) => [
      `  ${printable(what)}`,
      `    report.json  ${printable(recorded)}`,
      `    history      ${printable(judged)}`,
    ]),
  ]
}
