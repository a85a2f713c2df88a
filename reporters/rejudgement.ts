import { printable } from '../runner/history/words.ts'
import type { Difference } from '../runner/report/differences.ts'
import type { Report } from '../runner/report/report.ts'

export function rejudgement(report: Report, compared: boolean, found: readonly Difference[]): string {
  const counts = ['pass', 'fail', 'inconclusive', 'skip'].map(
    (word) => `${report.clauses.filter((clause) => clause.verdict === word).length} ${word}`,
  )
  const head = `Judged again from ${report.budget.requests} recorded exchanges: ${counts.join(', ')}; verdict ${report.verdict}.`
  if (!compared) return `${head}\nThere is no report.json beside the history, so nothing was compared.\n`
  if (found.length === 0) return `${head}\nreport.json agrees with its history in every verdict.\n`
  const lines = found.map(
    ({ what, recorded, judged }) =>
      `  ${printable(what)}\n    report.json  ${printable(recorded)}\n    history      ${printable(judged)}`,
  )
  return `${head}\nreport.json differs from its history in ${found.length} ${found.length === 1 ? 'place' : 'places'}:\n${lines.join('\n')}\n`
}
