import { excerpt } from '../runner/history/words.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { typed } from './curl/shell-words.ts'
import type { RunRecord } from './reporter.ts'

const LONGEST_REASON = 100

/** The command that asks the same again: all of it with its waivers, or some clauses, to see how they are broken. */
export function againLine({ report, history }: RunRecord, clauses?: readonly ClauseId[]): string {
  const { target, profile, seed, strict, waivers } = report
  // What was chosen, and whether the server was ours, stands nowhere but at the beginning of the history.
  const [began] = history
  const { only, embedded } = began?.kind === 'began' ? { ...began.configuration, ...began.target } : { only: [] }
  return [
    'gatecheck run',
    ...(embedded ? [] : [`--base-url ${typed(target.baseUrl)}`]),
    ...(clauses ?? only).map((each) => `--only ${typed(each)}`),
    `--profile ${profile} --seed ${seed}`,
    ...(strict ? ['--strict'] : []),
    ...(clauses
      ? []
      : waivers.map(({ clause, reason }) => `--waive ${typed(`${clause}=${excerpt(reason, LONGEST_REASON)}`)}`)),
  ].join(' ')
}
