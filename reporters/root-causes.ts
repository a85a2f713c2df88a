import type { ClauseReport } from '../runner/report/report.ts'
import type { Shown } from './reporter.ts'

/** Broken clauses that the same answers break: mend the first, and the others may well be gone. */
export type RootCause = { clause: ClauseReport; others: ClauseReport[] }

/**
 * Clauses belong together where nearly the same answers break both. What one clause sees in every answer is no cause of
 * what another sees in a few of them. The gravest comes first, then the one that most answers break.
 */
export function rootCauses({ report, history }: Shown): RootCause[] {
  const broken = report.clauses.filter(({ verdict }) => verdict === 'fail')
  const answers = new Map(broken.map((clause) => [clause, answersAgainst(clause, history)]))
  const ordered = broken.toSorted(
    (a, b) => Number(b.level === 'must') - Number(a.level === 'must') || answers.get(b)!.size - answers.get(a)!.size,
  )
  const causes: RootCause[] = []
  for (const clause of ordered) {
    const own = answers.get(clause)!
    const cause = causes.find((each) => isWithin(own, answers.get(each.clause)!))
    if (cause) cause.others.push(clause)
    else causes.push({ clause, others: [] })
  }
  return causes
}

/** The last of what a violation cites is what broke the clause; before it stand its twin and earlier tries. */
function answersAgainst({ violations = [], evidence }: ClauseReport, history: Shown['history']): Set<number> {
  const cited = violations.flatMap((violation) => violation.evidence.slice(-1))
  const last = cited.length > 0 ? cited : evidence.slice(-1)
  return new Set(last.filter((n) => history.exchange(n)?.purpose.part !== 'twin'))
}

function isWithin(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  return one.size > 0 && one.size * 2 >= other.size && [...one].every((n) => other.has(n))
}
