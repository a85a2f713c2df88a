import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { recordOf } from '../../engine/history/reading/reading.ts'
import { excerpt } from '../../engine/history/reading/words.ts'
import { curlLine, fileLine } from '../curl/curl-line.ts'
import type { CheckReport, ClauseReport, Report } from '../outcome/report.ts'
import type { Shown } from '../reporter.ts'

/** What a reader needs to see that something is broken, and to try it again. Safe to print. */
export type Account = {
  case?: string
  expected: string
  received: string
  /** Other cases of the same kind, and of how many that were tried, where some came out right. */
  further: { count: number; named: string[]; tried?: number }
  exchanges: string
  /** The number of the one that shows it best. */
  shown?: number
  curl?: string
}

const MOST_NAMED = 3
const MOST_EXCHANGES = 12
const LONGEST = 400

export function accountOf(broken: ClauseReport | CheckReport, { report, history, historyPath }: Shown): Account {
  const first = broken.violations?.[0]
  const cases = Math.max(1, broken.cases ?? 0)
  const times = first?.times ?? 1
  const others = broken.violations?.slice(1) ?? []
  const otherCases = new Set(others.flatMap((each) => (each.case === undefined ? [] : [each.case])))
  if (first?.case !== undefined) otherCases.delete(first.case)
  const named = [...otherCases].map((each) => excerpt(each, 80))
  const tried = failedChecksOf(broken, report).reduce((sum, check) => sum + (check.tried ?? 0), 0)
  const probe = history.exchange((first?.evidence ?? broken.evidence).at(-1) ?? 0)
  return {
    ...(first?.case !== undefined && { case: excerpt(caseInWords(first.case, probe), LONGEST) }),
    expected: excerpt(first?.expected ?? broken.expected ?? '', LONGEST),
    received: excerpt(first?.received ?? broken.received ?? '', LONGEST) + (times > 1 ? ` (${times} times)` : ''),
    further: { count: cases - times, named: named.slice(0, MOST_NAMED), ...(tried > cases && { tried }) },
    exchanges: numbers(broken.evidence),
    ...(probe && {
      shown: probe.n,
      curl: leadsToFile(broken, probe) ? fileLine(probe, report.target) : curlLine(probe, report.target, historyPath),
    }),
  }
}

/** A poll is easier to find by its job than by its path. */
function caseInWords(what: string, probe: Exchange | undefined): string {
  const isPoll = probe?.purpose.job !== undefined && what === `${probe.request.method} ${probe.request.path}`
  return isPoll ? `poll of the job submitted in exchange ${probe.purpose.job} (${what})` : what
}

/** The poll of a succeeded job, for a clause about its file. */
export function leadsToFile(broken: ClauseReport | CheckReport, probe: Exchange): boolean {
  const clause = 'clause' in broken ? broken.clause : broken.id
  return clause.startsWith('media.') && probe.request.method === 'GET' && typeof recordOf(probe)?.url === 'string'
}

function failedChecksOf(broken: ClauseReport | CheckReport, report: Report): CheckReport[] {
  const checks = 'clause' in broken ? [broken] : report.checks.filter((check) => check.clause === broken.id)
  return checks.filter((check) => check.verdict === 'fail')
}

function numbers(evidence: readonly number[]): string {
  const shown = evidence.slice(0, MOST_EXCHANGES).join(', ')
  return evidence.length > MOST_EXCHANGES ? `${shown} … (${evidence.length} in all)` : shown
}

export function furtherInWords({ count, named, tried }: Account['further']): string {
  const of = tried === undefined ? '' : ` of ${tried} tested`
  const cases = `${count} more ${count === 1 ? 'case' : 'cases'}${of}`
  return named.length === 0 ? cases : `${cases}: ${named.join('; ')}${count > named.length ? ' …' : ''}`
}
