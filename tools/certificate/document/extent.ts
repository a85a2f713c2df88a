import type { Cause } from '../../../engine/history/entry/cause.ts'
import { list } from '../../../engine/history/reading/words.ts'
import type { Report } from '../../../reporters/outcome/report.ts'

/** Lanes for the generated requests of a full run: fewer concurrent requests cannot show concurrency bugs. */
export const LEAST_PARALLEL = 4

/** Checks named in one reason. */
const MOST_NAMED = 3

/** Causes due to the run or its user. With another cause, the server gave the check no case. */
const OF_THE_RUN: readonly Cause['kind'][] = ['missing', 'profile', 'limit', 'run ended', 'put off', 'not planned']

/** Why less was tested than in a full run, although every must clause has a verdict; empty for a full run. */
export function reductionsOf({ checks, clauses, budget }: Report): string[] {
  const passed = new Set(clauses.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id))
  const cut = checks.filter(({ leftOut }) => leftOut !== undefined)
  const untried = checks.filter(
    ({ clause, verdict, cause }) =>
      passed.has(clause) && verdict === 'skip' && cause !== undefined && OF_THE_RUN.includes(cause.kind),
  )
  const limits = [
    ...(budget.maxResolution === undefined ? [] : [`--max-resolution ${budget.maxResolution}`]),
    ...(budget.maxDuration === undefined ? [] : [`--max-duration ${budget.maxDuration}`]),
  ]
  const { parallel = 0 } = budget
  return [
    ...(cut.length > 0
      ? [`${cut.length} of ${checks.length} checks ran out of time and tested only the basic cases`]
      : []),
    ...(untried.length > 0 ? [`${untried.length} of ${checks.length} checks did not run: ${named(untried)}`] : []),
    ...(parallel < LEAST_PARALLEL
      ? [`requests in flight at once: at most ${parallel} (a full run: ${LEAST_PARALLEL} or more)`]
      : []),
    ...(limits.length > 0 ? [`${list(limits)} limited the submissions`] : []),
  ]
}

function named(checks: readonly { id: string }[]): string {
  const ids = checks.slice(0, MOST_NAMED).map(({ id }) => id)
  const more = checks.length - ids.length
  return `${ids.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
