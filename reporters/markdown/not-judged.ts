import { type ClauseReport, NO_CHECK, type Report } from '../../runner/report.ts'
import { counted } from '../counted.ts'
import { columnOf } from './counts.ts'
import { code, prose } from './verbatim.ts'

const MOST_REASONS = 20

/** Each reason once, with the clauses that it kept from being judged. */
export function notJudged(report: Report): string[] {
  const open = report.clauses.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'skip')
  if (open.length === 0) return []
  const reasons = [...Map.groupBy(open, (clause) => `${clause.verdict} ${clause.reason}`).values()]
    // What this version cannot check, nobody can do anything about.
    .toSorted((a, b) => Number(isUnchecked(a)) - Number(isUnchecked(b)))
  const more = reasons.slice(MOST_REASONS).flat().length
  const lines = [
    ...reasons.slice(0, MOST_REASONS).map((clauses) => reasonOf(clauses, report)),
    ...(more === 0 ? [] : [`- … and ${counted(more, 'further clause')}`]),
  ]
  return [`### What was not judged\n\n${lines.join('\n')}`]
}

const isUnchecked = ([first]: readonly ClauseReport[]) => first?.reason === NO_CHECK

function reasonOf(clauses: readonly ClauseReport[], report: Report): string {
  const [first] = clauses
  const reason = prose(first!.reason ?? 'no reason was given')
  return `- ${columnOf(first!, report)}, ${reason}: ${clauses.map(({ id }) => code(id)).join(', ')}`
}
