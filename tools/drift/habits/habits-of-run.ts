import { targetOf } from '../../../engine/config/target.ts'
import type { Began, Learned } from '../../../engine/history/entry/entries.ts'
import type { Exchange } from '../../../engine/history/entry/exchange.ts'
import { mayPass } from '../../../engine/history/reading/facts.ts'
import type { Recording } from '../../../engine/history/recording.ts'
import type { Report } from '../../../reporters/outcome/report.ts'
import type { ClauseId } from '../../../spec/clauses.ts'
import type { OpenPointId } from '../../../spec/open-points.ts'
import { Answers, idsIn } from './answers.ts'
import { noticeAnswer } from './asked.ts'
import { asksIn } from './asks.ts'
import { type Aspect, type Habits, MOST_EVIDENCE, Noticed, type Where } from './habit.ts'
import { noticeJourneys } from './journeys.ts'
import { PaceOfAnswers } from './pace.ts'

/** What a run leaves behind. */
export type RecordedRun = { report: Report; entries: Recording }

/** Choices that shapes, headers, statuses or job states show more exactly. */
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

/** A conclusion based on requests that the baseline did not send. */
export type Aside = { where: Where; aspect: Aspect; value: string }

export type SeenInRun = {
  habits: Habits
  /** Names of the sent requests. */
  asked: ReadonlySet<string>
  asides: readonly Aside[]
}

/** A server's behaviour in one run, live or recorded. `known`: the requests to include; default: all. */
export function habitsOf({ report, entries }: RecordedRun, known?: ReadonlySet<string>): SeenInRun {
  const noticed = new Noticed()
  const { began, learned } = beginningOf(entries)
  const target = targetOf(began?.target.baseUrl ?? report.target.baseUrl)
  const dialect = learned?.dialect ?? {}
  const ids = idsIn(exchangesIn(entries), dialect)
  const asks = asksIn(exchangesIn(entries), target, dialect, ids)
  const isKnown = (n: number) => known?.has(asks.get(n) ?? '') ?? true
  const asides = [...noticeVerdicts(report, isKnown, noticed), ...noticeChoices(report, isKnown, noticed)]
  const answers = new Answers(noticed, target, dialect, ids)
  for (const exchange of exchangesIn(entries)) answers.learnAliases(exchange)
  const pace = new PaceOfAnswers(target)
  for (const exchange of exchangesIn(entries)) {
    if (mayPass(exchange) || !isKnown(exchange.n)) continue
    noticeAnswer(exchange, target, noticed)
    answers.see(exchange)
    pace.see(exchange)
  }
  answers.conclude()
  pace.conclude(noticed)
  noticeJourneys(entries, noticed, isKnown)
  return { habits: noticed.habits, asked: new Set(asks.values()), asides }
}

type IsKnown = (n: number) => boolean

/** For a clause that the profile tests in part only, or that was not judged completely. */
export const HELD_SO_FAR = 'pass where it was tried'

function* noticeVerdicts({ clauses, checks }: Report, isKnown: IsKnown, into: Noticed): Generator<Aside> {
  const byClause = Map.groupBy(checks, ({ clause }) => clause)
  for (const { id, verdict, evidence, violations = [] } of clauses) {
    // The last exchange of a violation's evidence shows it.
    if (verdict === 'fail' && !violations.some((each) => isKnown(each.evidence.at(-1) ?? 0))) {
      yield { where: { clause: id }, aspect: 'verdict', value: 'fail' }
      continue
    }
    if (verdict === 'pass' || verdict === 'fail') {
      into.see({ clause: id }, 'verdict', verdict, evidence)
      continue
    }
    const own = byClause.get(id) ?? []
    const passed = own.filter((check) => check.verdict === 'pass')
    if (passed.length === 0 || own.some((check) => check.verdict === 'fail')) continue
    into.see({ clause: id }, 'verdict', HELD_SO_FAR, passed.flatMap((check) => check.evidence).slice(0, MOST_EVIDENCE))
  }
}

function* noticeChoices({ open }: Report, isKnown: IsKnown, into: Noticed): Generator<Aside> {
  for (const { id, values, evidence, untold } of open) {
    if (untold !== undefined || values.length === 0 || TOLD_ELSEWHERE.has(id)) continue
    const where = { open: id }
    if (!evidence.every(isKnown)) {
      for (const value of values) yield { where, aspect: 'choice', value }
      continue
    }
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

/** The names of requests that the specification has an opinion on, with their clauses. */
export function askedForClauses({ entries }: RecordedRun): ReadonlyMap<string, readonly ClauseId[]> {
  const planned = beginningOf(entries).began?.planned ?? []
  const asked = new Map<string, ClauseId[]>()
  for (const { id, clause, phases = [] } of planned)
    if (clause !== undefined) for (const name of [id, ...phases]) asked.set(name, [...(asked.get(name) ?? []), clause])
  return asked
}
