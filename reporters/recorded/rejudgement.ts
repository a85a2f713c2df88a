import { printable } from '../../engine/history/reading/words.ts'
import { conclude } from '../outcome/conclusion.ts'
import type { Difference } from '../outcome/differences.ts'
import type { Report } from '../outcome/report.ts'
import { counted } from '../words/counted.ts'

/** Whether a report agrees with its history, and the verdict of the history. */
export function rejudgement(report: Report, compared: boolean, found: readonly Difference[]): string {
  const counts = Object.entries({
    pass: 'passed',
    fail: 'failed',
    inconclusive: 'inconclusive',
    skip: 'not tested',
  }).map(([verdict, words]) => `${report.clauses.filter((clause) => clause.verdict === verdict).length} ${words}`)
  const { word, words } = conclude(report)
  const { requests, downloaded = 0 } = report.budget
  const lines = [
    `Judged ${counted(requests, 'recorded request')}${downloaded > 0 ? ', including downloads' : ''}. Clauses: ${counts.join(', ')}.`,
    ...comparison(compared, found),
    '',
    `${word}  ${words}`,
  ]
  return `${lines.join('\n')}\n`
}

function comparison(compared: boolean, found: readonly Difference[]): string[] {
  if (!compared)
    return ['report.json is missing, so nothing was compared; "npx gatecheck report --report json" writes it.']
  if (found.length === 0) return ['All verdicts in report.json agree with the history.']
  return [
    `report.json differs from the history in ${counted(found.length, 'place')}:`,
    ...found.flatMap(({ what, recorded, judged }) => [
      `  ${printable(what)}`,
      `    report.json  ${printable(recorded)}`,
      `    history      ${printable(judged)}`,
    ]),
  ]
}
