import type { ClauseReport } from '../../runner/report.ts'
import { excerpt } from '../../runner/words.ts'
import type { Screen } from './screen.ts'
import { isUnchecked } from './table.ts'
import { labelled } from './wrapping.ts'

/** What could not be judged, each reason once. */
export function notJudged({ report, width, paint }: Screen): string[] {
  const open = report.clauses.filter((clause) => isOpen(clause) && !isUnchecked(clause))
  if (open.length === 0) return []
  const groups = Map.groupBy(
    open,
    ({ verdict, reason = 'no reason was given' }) => `${verdict === 'skip' ? '–' : '?'} ${reason}`,
  )
  const lines = [...groups].flatMap(([key, clauses]) => [
    ...labelled(`  ${key.slice(0, 2)}`, excerpt(key.slice(2), 400), width),
    ...labelled('      ', clauses.map((clause) => clause.id).join(', '), width).map((line) => paint('faint', line)),
  ])
  return [paint('strong', 'Not judged (? tried, – not tried)'), ...lines]
}

const isOpen = ({ verdict }: ClauseReport) => verdict === 'inconclusive' || verdict === 'skip'
