import { excerpt } from '../../runner/history/reading/words.ts'
import type { ClauseReport } from '../../runner/report/report.ts'
import { whyNotJudged } from '../broken/not-judged.ts'
import { counted } from '../words/counted.ts'
import { isUnchecked, standingOf } from '../words/standings.ts'
import type { Screen } from './screen.ts'
import { cut, labelled } from './wrapping.ts'

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

const MOST_REASONS = 6
const MOST_NAMED = 3

/** A line for each reason, those that the user can do nothing about last. */
export function notJudgedInLines(screen: Screen): string[] {
  const { report, width, paint } = screen
  // Why there is no verdict at all stands in the last line.
  if (report.clauses.some(({ cause }) => cause?.kind === 'no target')) return []
  const reasons = whyNotJudged(report)
  const all = reasons.filter(({ clauses }) => clauses[0].cause?.kind !== 'profile')
  const shown = all.slice(0, MOST_REASONS).map(({ reason, clauses }) => {
    const { sign } = standingOf(clauses[0], report)
    return cut(`${sign} ${named(clauses)}: ${excerpt(reason, 300)}`, width)
  })
  const others = all.slice(MOST_REASONS).flatMap(({ clauses }) => clauses)
  const more =
    others.length === 0 ? [] : [`– ${counted(others.length, 'clause')} for other reasons: --verbose tells them`]
  return [...shown, ...more, ...leftOutByTheProfile(screen)].map((line) =>
    line.startsWith('?') ? paint('doubtful', line) : paint('faint', line),
  )
}

/** All at once: which profile tries them says enough. */
function leftOutByTheProfile({ report, width }: Screen): string[] {
  const left = report.clauses.filter(({ cause }) => cause?.kind === 'profile')
  if (left.length === 0) return []
  const least = [...new Set(left.flatMap(({ cause }) => (cause?.kind === 'profile' ? [cause.least] : [])))]
  const larger = least.includes('full') ? 'full' : least[0]
  return [cut(`– ${named(left)}: left out by the profile ${report.profile}; --profile ${larger} tries more`, width)]
}

function named(clauses: readonly ClauseReport[]): string {
  const ids = clauses.map(({ id }) => id)
  return ids.length <= MOST_NAMED
    ? ids.join(', ')
    : `${counted(ids.length, 'clause')} (${ids.slice(0, 2).join(', ')} …)`
}
