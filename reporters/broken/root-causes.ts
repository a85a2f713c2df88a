import type { ClauseReport } from '../../runner/report/report.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { likenessOf } from '../comparing/likeness.ts'
import type { Shown } from '../reporter.ts'

/** Broken clauses that the same answers break: mend the first, and the others may well be gone. */
export type RootCause = { clause: ClauseReport; others: ClauseReport[] }

/** It asks nothing of its own: whatever it finds is the failure of another clause, told by another tool. */
const ECHO: ClauseId = 'pact.reference-client-is-served'

/**
 * Clauses belong together where mostly the same answers break both, or answers that are alike. What one clause sees in
 * every answer is no cause of what another sees in a few of them. The gravest comes first, then the one that most
 * answers break.
 */
export function rootCauses({ report, history }: Shown): RootCause[] {
  const broken = report.clauses.filter(({ verdict }) => verdict === 'fail')
  const answers = new Map(broken.map((clause) => [clause, answersAgainst(clause, history)]))
  const kinds = new Map(broken.map((clause) => [clause, new Set(answers.get(clause)!.values())]))
  const ordered = broken.toSorted(
    (a, b) =>
      Number(b.level === 'must') - Number(a.level === 'must') ||
      Number(a.id === ECHO) - Number(b.id === ECHO) ||
      answers.get(b)!.size - answers.get(a)!.size,
  )
  const causes: RootCause[] = []
  for (const clause of ordered) {
    if (clause.id === ECHO) continue
    const own = kinds.get(clause)!
    const cause = causes.find((each) => areMostlyTheSame(own, kinds.get(each.clause)!))
    if (cause) cause.others.push(clause)
    else causes.push({ clause, others: [] })
  }
  const echo = broken.find(({ id }) => id === ECHO)
  return echo ? withEcho(echo, causes, kinds) : causes
}

/** Beneath each cause that it repeats; by itself as well, where it has found something that no other clause has. */
function withEcho(
  echo: ClauseReport,
  causes: readonly RootCause[],
  kinds: ReadonlyMap<ClauseReport, ReadonlySet<string>>,
): RootCause[] {
  const found = kinds.get(echo)!
  const repeated = causes.map(({ clause, others }) => {
    return common(found, new Set([clause, ...others].flatMap((each) => [...kinds.get(each)!])))
  })
  const explained = new Set(repeated.flat())
  const beneath = causes.map((cause, index) =>
    repeated[index]!.length > 0 ? { ...cause, others: [...cause.others, echo] } : cause,
  )
  const isExplained = found.size > 0 && common(found, explained).length === found.size
  return isExplained ? beneath : [...beneath, { clause: echo, others: [] }]
}

/**
 * What broke the clause, by number, and what each is like. The last of what a violation cites is what broke it; before it
 * stand its twin and earlier tries.
 */
function answersAgainst({ violations = [], evidence }: ClauseReport, history: Shown['history']): Map<number, string> {
  const cited = violations.flatMap((violation) => violation.evidence.slice(-1))
  // Without violations, the last of the evidence may be a good request that something was compared with.
  const isTelling = (n: number) => cited.length > 0 || history.exchange(n)?.purpose.part !== 'twin'
  const last = (cited.length > 0 ? cited : evidence.slice(-1)).filter(isTelling)
  return new Map(
    last.map((n) => {
      const exchange = history.exchange(n)
      return [n, exchange ? likenessOf(exchange) : `exchange ${n}`]
    }),
  )
}

const common = (one: ReadonlySet<string>, other: ReadonlySet<string>) => [...one].filter((each) => other.has(each))

function areMostlyTheSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const both = common(one, other).length
  return both > 0 && both * 2 >= one.size && both * 2 >= other.size
}
