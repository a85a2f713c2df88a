import type { Began, Learned } from '../../runner/history/entry/entries.ts'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { mayPass } from '../../runner/history/reading/transient.ts'
import type { Recording } from '../../runner/history/recording.ts'
import type { Report } from '../../runner/report/report.ts'
import { BOUNDS } from '../../runner/settings/bounds/bounds.ts'
import { targetOf } from '../../runner/settings/target.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import type { OpenPointId } from '../../spec/open-points.ts'
import { Answers, idsIn } from './answers.ts'
import { noticeAnswer } from './asked.ts'
import { type Habits, Noticed } from './habit.ts'
import { noticeJourneys } from './journeys.ts'
import { PaceOfAnswers } from './pace.ts'

/** What a run leaves behind. */
export type RecordedRun = { report: Report; entries: Recording }

/** Choices that shapes, headers, statuses or the states of jobs tell more exactly. */
const TOLD_ELSEWHERE: ReadonlySet<OpenPointId> = new Set<OpenPointId>([
  'models.shape',
  'usage.shape',
  'capacity.shape',
  'balance.shape',
  'error.shape',
  'id.form',
  'refusal.status',
  'jobs.extra-fields',
  'jobs.fields-where-not-required',
  'jobs.order-of-states',
  'jobs.first-status',
  'jobs.polls-to-the-end',
  'jobs.stage-while-queued',
  'http.charset',
  'http.compression',
  'auth.www-authenticate',
])

/** How the server behaved in one run. The same from a recorded run as from a live one. */
export function habitsOf({ report, entries }: RecordedRun): Habits {
  const noticed = new Noticed()
  noticeVerdicts(report, noticed)
  noticeChoices(report, noticed)
  const { began, learned } = beginningOf(entries)
  if (!began) return noticed.habits
  const target = targetOf(began.target.baseUrl)
  const dialect = learned?.dialect ?? {}
  const answers = new Answers(noticed, target, dialect, idsIn(exchangesIn(entries), dialect))
  for (const exchange of exchangesIn(entries)) answers.learnAliases(exchange)
  const pace = new PaceOfAnswers(target)
  for (const exchange of exchangesIn(entries)) {
    if (mayPass(exchange)) continue
    noticeAnswer(exchange, target, noticed)
    answers.see(exchange)
    pace.see(exchange)
  }
  answers.conclude()
  pace.conclude(noticed)
  noticeJourneys(entries, noticed)
  return noticed.habits
}

/** Of a clause that a profile asks of in part alone, or that was not judged in whole. */
export const HELD_SO_FAR = 'pass where it was tried'

function noticeVerdicts({ clauses, checks }: Report, into: Noticed): void {
  const byClause = Map.groupBy(checks, ({ clause }) => clause)
  for (const { id, verdict, evidence } of clauses) {
    if (verdict === 'pass' || verdict === 'fail') {
      into.see({ clause: id }, 'verdict', verdict, evidence)
      continue
    }
    const own = byClause.get(id) ?? []
    const passed = own.filter((check) => check.verdict === 'pass')
    if (passed.length === 0 || own.some((check) => check.verdict === 'fail')) continue
    into.see(
      { clause: id },
      'verdict',
      HELD_SO_FAR,
      passed.flatMap((check) => check.evidence).slice(0, BOUNDS.habitEvidence.most),
    )
  }
}

function noticeChoices({ open }: Report, into: Noticed): void {
  for (const { id, values, evidence, untold } of open) {
    if (untold !== undefined || values.length === 0 || TOLD_ELSEWHERE.has(id)) continue
    const where = { open: id }
    into.look(where, 'choice')
    for (const value of values) into.note(where, 'choice', value, evidence)
  }
}

function* exchangesIn(entries: Recording): Generator<Exchange> {
  for (const entry of entries) if (entry.kind === 'exchange') yield entry
}

function beginningOf(entries: Recording): { began?: Began; learned?: Learned } {
  let began: Began | undefined
  let learned: Learned | undefined
  for (const entry of entries) {
    if (entry.kind === 'began') began ??= entry
    if (entry.kind === 'learned') learned ??= entry
  }
  return { ...(began && { began }), ...(learned && { learned }) }
}

/** Checks of clauses, and what is done for them: what they ask the law has an opinion on. By name, the clauses. */
export function askedForClauses({ entries }: RecordedRun): ReadonlyMap<string, readonly ClauseId[]> {
  const planned = beginningOf(entries).began?.planned ?? []
  const asked = new Map<string, ClauseId[]>()
  for (const { id, clause, phases = [] } of planned)
    if (clause !== undefined) for (const name of [id, ...phases]) asked.set(name, [...(asked.get(name) ?? []), clause])
  return asked
}
