import type { Recording } from '../../engine/history/recording.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { likenessOf } from '../comparing/likeness.ts'
import type { ClauseReport } from '../outcome/report.ts'

/** Failed clauses that one defect explains: fixing the first fixes the others. */
export type RootCause = { clause: ClauseReport; others: ClauseReport[] }

/** Repeats failures of other clauses, so it never comes first. */
export const REPEATS_OTHERS: ClauseId = 'pact.reference-client-is-served'

/**
 * A clause is listed under another one if the same probes with the same expectations fail both, and these are at least
 * half of the first clause's failures. The most severe clause comes first, then the one with the most failed exchanges.
 */
export function rootCauses(failed: readonly ClauseReport[], history: Pick<Recording, 'exchange'>): RootCause[] {
  const failures = new Map(failed.map((clause) => [clause, failuresOf(clause, history)]))
  const ordered = failed.toSorted(
    (a, b) =>
      Number(b.level === 'must') - Number(a.level === 'must') ||
      Number(a.id === REPEATS_OTHERS) - Number(b.id === REPEATS_OTHERS) ||
      failures.get(b)!.length - failures.get(a)!.length,
  )
  const causes: RootCause[] = []
  for (const clause of ordered) {
    const own = new Set(failures.get(clause))
    const isRepeated = (one: Set<string>) => [...likenessesIn(own)].some((each) => likenessesIn(one).has(each))
    const cause = causes.find((each) => {
      const one = new Set(failures.get(each.clause))
      return clause.id === REPEATS_OTHERS ? isRepeated(one) : explains(one, own)
    })
    if (cause) cause.others.push(clause)
    else causes.push({ clause, others: [] })
  }
  return causes
}

const explains = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  other.size > 0 && other.size * 2 >= one.size && [...other].every((each) => one.has(each))

/** Without the expectations. */
const likenessesIn = (failures: Set<string>) =>
  new Set([...failures].map((each) => (JSON.parse(each) as [likeness: unknown])[0]))

/** Probe and expectation of each exchange that failed the clause: the last exchange that a violation cites. */
function failuresOf(
  { violations = [], evidence, expected = '' }: ClauseReport,
  history: Pick<Recording, 'exchange'>,
): string[] {
  const failed = violations.length > 0 ? violations : [{ expected, evidence }]
  return failed.flatMap((violation) => {
    const n = violation.evidence.at(-1)
    const exchange = n === undefined ? undefined : history.exchange(n)
    // Without violations, it may be the control request.
    if (n === undefined || (violations.length === 0 && exchange?.purpose.part === 'twin')) return []
    return [JSON.stringify([exchange ? likenessOf(exchange) : n, violation.expected])]
  })
}
