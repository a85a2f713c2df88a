import type { Recording } from '../../runner/recording.ts'
import { literal } from '../curl/shell-words.ts'
import type { RunRecord } from '../reporter.ts'
import { code, fenced } from './verbatim.ts'

export function seeMore({ report, history }: RunRecord): string {
  const { suite, target, profile, seed, strict } = report
  const again = [
    `gatecheck run --base-url ${literal(target.baseUrl)} --profile ${profile} --seed ${seed}`,
    ...onlyOf(history).map((each) => `--only ${literal(each)}`),
    ...(strict ? ['--strict'] : []),
  ].join(' ')
  return `### To see more

Everything that was sent and received is in ${code('history.jsonl')}, SHA-256 ${code(report.history.sha256)}, in the folder
of the run. ${code('gatecheck report DIR --report html')} makes a page of it, ${code('gatecheck clauses ID')} explains a clause,
and this asks the same again (${suite.name} ${suite.version}):

${fenced(again, 'sh')}`
}

/** What was left out at the user's wish stands nowhere but at the beginning of the history. */
function onlyOf(history: Recording): string[] {
  for (const entry of history) return entry.kind === 'began' ? entry.configuration.only : []
  return []
}
