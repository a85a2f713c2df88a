import type { ClauseReport, Report } from '../outcome/report.ts'
import { isUnchecked } from '../words/standings.ts'

export type Reason = { reason: string; clauses: readonly [ClauseReport, ...ClauseReport[]] }

/** Clauses without a verdict, grouped by reason; clauses without a check come last. */
export function whyNotJudged(report: Report): Reason[] {
  const open = report.clauses.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'skip')
  return [...Map.groupBy(open, ({ verdict, reason }) => `${verdict} ${reason}`).values()]
    .map((group) => ({
      reason: group[0]!.reason ?? 'no reason given',
      clauses: group as [ClauseReport, ...ClauseReport[]],
    }))
    .toSorted((one, other) => Number(isUnchecked(one.clauses[0])) - Number(isUnchecked(other.clauses[0])))
}
