import type { Checkable } from '../document/readiness.ts'
import type { ConformanceResult } from '../document/statement.ts'
import type { Problem } from './problem.ts'

/** Tolerance for clocks that differ. */
const CLOCKS_DIFFER_MS = 3_600_000

type Given = { now: number; maxAge: number | undefined; checkable: Checkable }

/** Reasons not to rely on a result, although it is well-formed and signed by a trusted key. */
export function weaknessesOf(result: ConformanceResult, given: Given): Problem[] {
  return [...fewPassed(result, given), ...fewExchanges(result), ...dates(result, given)]
}

const at = (place: string) => `payload/predicate/${place}`

/** A certificate needs more than waived failures and clauses that are not covered. */
function fewPassed({ clauses, notCovered }: ConformanceResult, { checkable }: Given): Problem[] {
  const uncovered = new Set(notCovered)
  const isChecked = (id: string) => (checkable.size > 0 ? checkable.has(id) : !uncovered.has(id))
  const musts = clauses.filter(({ id, level }) => level === 'must' && isChecked(id))
  const passed = musts.filter(({ verdict }) => verdict === 'pass').length
  if (passed > 0 && passed >= musts.length / 2) return []
  const expected = 'at least half of the must clauses passed'
  return [{ what: 'too-few-passed', where: at('clauses'), expected, found: `${passed} of ${musts.length}` }]
}

/** Each clause needs an exchange of its own, and most of them many. */
function fewExchanges({ clauses, counts: { exchanges } }: ConformanceResult): Problem[] {
  const passed = clauses.filter(({ verdict }) => verdict === 'pass').length
  if (exchanges >= passed) return []
  const expected = `at least ${passed}, as ${passed} clauses passed`
  return [{ what: 'too-few-exchanges', where: at('counts/exchanges'), expected, found: String(exchanges) }]
}

function dates({ finishedAt }: ConformanceResult, { now, maxAge }: Given): Problem[] {
  const age = now - Date.parse(finishedAt)
  const where = at('finishedAt')
  if (age < -CLOCKS_DIFFER_MS) {
    const expected = `no later than now (${new Date(now).toISOString()})`
    return [{ what: 'in-the-future', where, expected, found: finishedAt }]
  }
  if (maxAge === undefined || age <= maxAge) return []
  const expected = `no earlier than ${new Date(now - maxAge).toISOString()} (--max-age)`
  return [{ what: 'too-old', where, expected, found: finishedAt }]
}
