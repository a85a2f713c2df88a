import { accountOf, furtherInWords } from '../broken/account.ts'
import { curlWithin } from '../broken/account-lines.ts'
import { type RootCause, rootCauses } from '../broken/root-causes.ts'
import type { ClauseReport, Report } from '../outcome/report.ts'
import { gravityOf } from '../outcome/waivers.ts'
import type { RunRecord } from '../reporter.ts'
import { counted } from '../words/counted.ts'
import { columnOf } from './counts.ts'
import { code, fenced, prose } from './verbatim.ts'

const MOST_SHOWN = 10
const LONGEST_CURL = 2000

/** Where to begin: each root cause with what was expected, what came, and how to try it. What breaks the run comes first. */
export function causes(record: RunRecord): string[] {
  const { report } = record
  const found = rootCauses(record).toSorted((a, b) => gravest(a, report) - gravest(b, report))
  if (found.length === 0) return []
  const rest = found.slice(MOST_SHOWN)
  return [
    '### Failures',
    ...found.slice(0, MOST_SHOWN).map((cause, index) => shown(cause, index + 1, record)),
    ...(rest.length === 0
      ? []
      : [`${counted(rest.length, 'more cause')}: ${named(rest.map(({ clause }) => clause))}.`]),
  ]
}

function gravest({ clause, others }: RootCause, report: Report): number {
  return Math.min(
    ...[clause, ...others].map((each) => ['broken', 'warning', 'waived'].indexOf(gravityOf(each, report))),
  )
}

function shown({ clause, others }: RootCause, number: number, record: RunRecord): string {
  const { report } = record
  const account = accountOf(clause, record)
  const curl = curlWithin(account, LONGEST_CURL)
  const state = columnOf(clause, report)
  return [
    `#### ${number}. ${code(clause.id)} (${clause.level}, ${clause.section}): ${state}`,
    prose(clause.rule),
    ...(clause.waived === undefined ? [] : [`Waived: ${prose(clause.waived)}`]),
    ...(account.case === undefined ? [] : [`Case: ${prose(account.case)}`]),
    `Expected:\n\n${fenced(account.expected)}`,
    `Received (${account.exchanges === '' ? 'no exchange' : `exchanges ${account.exchanges}`}):\n\n${fenced(account.received)}`,
    ...(account.further.count > 0 ? [`Also ${prose(furtherInWords(account.further))}`] : []),
    ...(curl === undefined ? [] : [`Reproduce:\n\n${fenced(curl, 'sh')}`]),
    ...(others.length === 0 ? [] : [`The same probes also fail ${named(others)}.`]),
  ].join('\n\n')
}

const named = (clauses: readonly ClauseReport[]) => clauses.map(({ id }) => code(id)).join(', ')
