import { againLine } from '../broken/again.ts'
import type { RunRecord } from '../reporter.ts'
import { code, fenced } from './verbatim.ts'

export function seeMore(record: RunRecord): string {
  const { suite, history } = record.report
  return `### To see more

Everything that was sent and received is in ${code('history.jsonl')}, SHA-256 ${code(history.sha256)}, in the folder
of the run. ${code('gatecheck report DIR --report html')} makes a page of it, ${code('gatecheck clauses ID')} explains a clause,
and this asks the same again (${suite.name} ${suite.version}):

${fenced(againLine(record), 'sh')}`
}
