import { excerpt } from '../../engine/history/reading/words.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { type Reason, whyNotJudged } from '../causes/not-judged.ts'
import type { ClauseReport } from '../outcome/report.ts'
import { isOverBudget, leftOutInWords } from '../outcome/spent.ts'
import { counted } from '../words/counted.ts'
import { isUnchecked, standingOf } from '../words/standings.ts'
import { STYLE_OF } from './paint.ts'
import type { Screen } from './screen.ts'
import { atMost, cut, displayWidth, labelled } from './wrapping.ts'

/** Inconclusive clauses, each reason once. */
export function notJudged({ report, width, paint }: Screen): string[] {
  const reasons = whyNotJudged(report).filter(({ clauses }) => !isUnchecked(clauses[0]))
  if (reasons.length === 0) return []
  const lines = reasons.flatMap(({ reason, clauses }) => [
    ...labelled(`  ${standingOf(clauses[0], report).sign} `, excerpt(reason, 400), width),
    ...labelled('      ', clauses.map((clause) => clause.id).join(', '), width).map((line) => paint('faint', line)),
  ])
  return [paint('strong', 'No verdict (? inconclusive, – not tested)'), ...lines]
}

const MOST_REASONS = 5
const MOST_LINES = 2
const MOST_NAMED = 3

/**
 * Each reason with its clauses; first what most clauses need, last what the profile leaves out. `blocked`: clauses
 * blocked by a failure, which are listed there.
 */
export function notJudgedInLines(screen: Screen, blocked: ReadonlySet<ClauseId>, most = MOST_REASONS): string[] {
  const { report, width, paint } = screen
  // The last line says why there is no verdict at all.
  if (report.clauses.some(({ cause }) => cause?.kind === 'no target')) return []
  const budget = leftOutInWords(report)
  const all = whyNotJudged(report)
    .filter(({ clauses }) => clauses[0].cause?.kind !== 'profile' && !clauses.every(({ id }) => blocked.has(id)))
    .filter(({ clauses }) => budget === undefined || !isOverBudget(clauses[0]))
    .toSorted((one, other) => other.clauses.length - one.clauses.length)
  const shown = all.slice(0, most).flatMap((each) => {
    const { sign, tone } = standingOf(each.clauses[0], report)
    const label = `${sign} ${each.clauses[0].verdict === 'skip' ? 'not tested' : 'inconclusive'}: `
    return atMost(MOST_LINES, label, withClauses(each, width - label.length), width).map((line) =>
      paint(STYLE_OF[tone], line),
    )
  })
  const others = all.slice(most).flatMap(({ clauses }) => clauses)
  const more =
    others.length === 0
      ? []
      : [`– ${counted(others.length, 'more clause')} not tested or inconclusive (reasons: --verbose)`]
  return [
    ...(budget === undefined ? [] : labelled('– ', budget, width)),
    ...shown,
    ...[...more, ...leftOutByTheProfile(screen)].map((line) => paint('faint', line)),
  ]
}

/** Several clauses are counted if their names would take another line. */
function withClauses({ reason, clauses }: Reason, width: number): string {
  const ids = clauses.map(({ id }) => id).join(', ')
  const isShort = clauses.length === 1 || displayWidth(`${reason} (${ids})`) <= width
  const names = ` (${isShort ? ids : counted(clauses.length, 'clause')})`
  return excerpt(reason, Math.max(80, MOST_LINES * (width - 6) - names.length)) + names
}

/** Clauses that only a larger profile tests. */
function leftOutByTheProfile({ report, width }: Screen): string[] {
  const left = report.clauses.filter(({ cause }) => cause?.kind === 'profile')
  if (left.length === 0) return []
  const least = [...new Set(left.flatMap(({ cause }) => (cause?.kind === 'profile' ? [cause.least] : [])))]
  const larger = least.includes('full') ? 'full' : least[0]
  return [cut(`– not in profile ${report.profile}; use --profile ${larger} (${named(left)})`, width)]
}

function named(clauses: readonly ClauseReport[]): string {
  const ids = clauses.map(({ id }) => id)
  return ids.length <= MOST_NAMED ? ids.join(', ') : `${counted(ids.length, 'clause')}: ${ids.slice(0, 2).join(', ')} …`
}
