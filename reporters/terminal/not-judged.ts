import { excerpt } from '../../runner/history/words.ts'
import { whyNotJudged } from '../not-judged.ts'
import { isUnchecked, standingOf } from '../standings.ts'
import type { Screen } from './screen.ts'
import { labelled } from './wrapping.ts'

/** What could not be judged, each reason once. */
export function notJudged({ report, width, paint }: Screen): string[] {
  const reasons = whyNotJudged(report).filter(({ clauses }) => !isUnchecked(clauses[0]))
  if (reasons.length === 0) return []
  const lines = reasons.flatMap(({ reason, clauses }) => [
    ...labelled(`  ${standingOf(clauses[0], report).sign} `, excerpt(reason, 400), width),
    ...labelled('      ', clauses.map((clause) => clause.id).join(', '), width).map((line) => paint('faint', line)),
  ])
  return [paint('strong', 'Not judged (? tried, – not tried)'), ...lines]
}
