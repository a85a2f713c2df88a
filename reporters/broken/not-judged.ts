import type { ClauseReport, Report } from '../../runner/report/report.ts'
import { isUnchecked } from '../words/standings.ts'

export type Reason = { reason: string; clauses: readonly [ClauseReport, ...ClauseReport[]] }

/** Each reason once, with the clauses that it kept from being judged; last what this version cannot check, which nobody can mend. */
export function whyNotJudged(report: Report): Reason[] {
  const open = report.clauses.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'skip')
  return [...Map.groupBy(open, ({ verdict, reason }) => `${verdict} ${reason}`).values()]
    .map((group) => ({
      reason: group[0]!.reason ?? 'no reason was given',
      clauses: group as [ClauseReport, ...ClauseReport[]],
    }))
    .toSorted((one, other) => Number(isUnchecked(one.clauses[0])) - Number(isUnchecked(other.clauses[0])))
}
