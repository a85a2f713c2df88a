import { againLine } from '../causes/again.ts'
import type { RunRecord } from '../reporter.ts'
import { code, fenced } from './verbatim.ts'

export function seeMore(record: RunRecord): string {
  const { suite, history } = record.report
  return `### More details

All requests and responses are in ${code('history.jsonl')} (SHA-256 ${code(history.sha256)}) in the folder of the run.
${code('npx gatecheck report DIR --report html')} writes an HTML report; ${code('npx gatecheck clauses ID')} explains a clause.
Rerun (${suite.name} ${suite.version}):

${fenced(againLine(record), 'sh')}`
}
