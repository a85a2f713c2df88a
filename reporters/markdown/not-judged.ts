import { whyNotJudged } from '../causes/not-judged.ts'
import type { Report } from '../outcome/report.ts'
import { counted } from '../words/counted.ts'
import { columnOf } from './counts.ts'
import { code, prose } from './verbatim.ts'

const MOST_REASONS = 20

/** Each reason once, with its clauses. */
export function notJudged(report: Report): string[] {
  const reasons = whyNotJudged(report)
  if (reasons.length === 0) return []
  const more = reasons.slice(MOST_REASONS).flatMap(({ clauses }) => clauses).length
  const lines = reasons
    .slice(0, MOST_REASONS)
    .map(
      ({ reason, clauses }) =>
        `- ${columnOf(clauses[0], report)}, ${prose(reason)}: ${clauses.map(({ id }) => code(id)).join(', ')}`,
    )
  if (more > 0) lines.push(`- … and ${counted(more, 'more clause')}`)
  return [`### Inconclusive or not tested\n\n${lines.join('\n')}`]
}
