import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import type { Violation } from '../../engine/judge/verdict.ts'
import { submissionRefused } from '../../spec/clauses/submission-refused.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { likenessOf } from '../comparing/likeness.ts'
import type { ClauseReport, Report } from '../outcome/report.ts'
import type { RunRecord } from '../reporter.ts'
import { placeOf } from '../words/places.ts'
import { REPEATS_OTHERS } from './root-causes.ts'
import { type Hole, holeOf, isErrorPage, WIDEST_FIRST } from './security.ts'
import { endpointOf, type Survey, surveyOf } from './survey.ts'

/**
 * In order of fixing: a fix of the first kinds affects the failures of later ones. A security hole always has a cause
 * of its own.
 */
export const KINDS = [
  'connection',
  'key refused',
  'silence',
  'missing',
  'crash',
  'hole',
  'validation',
  'clause',
] as const
export type CauseKind = (typeof KINDS)[number]

export type Context = {
  report: Report
  history: RunRecord['history']
  survey: Survey
  /** Kinds of requests that each endpoint wrongly accepts. */
  holes: Map<string, Set<Hole>>
}

/** `failed`: the failed clauses. */
export function contextOf({ report, history }: RunRecord, failed: readonly ClauseReport[]): Context {
  const context: Context = { report, history, survey: surveyOf(history, report.target.baseUrl), holes: new Map() }
  for (const clause of failed)
    for (const violation of violationsOf(clause, context)) noteHole(clause, violation, context)
  return context
}

/** A failed clause with the violations that one cause explains. */
export type Part = { whole: ClauseReport; part: ClauseReport }

export type Key = { kind: CauseKind; about: string }

/** Which violation belongs to which cause, and under which cause each clause is shown in full. */
export function attributionOf(failed: readonly ClauseReport[], context: Context) {
  const keys = new Map<string, Part[]>()
  const homes = new Map<ClauseId, string>()
  const own: ClauseReport[] = []
  const all = failed.map((whole) => ({ whole, groups: groupsOf(whole, context) }))
  // One or two unchecked rules are reported separately.
  const unvalidated = all.filter(({ groups }) => groups.has(VALIDATION))
  if (unvalidated.length < FEWEST_RULES)
    for (const { groups } of unvalidated) {
      groups.set('', [...(groups.get('') ?? []), ...groups.get(VALIDATION)!])
      groups.delete(VALIDATION)
    }
  for (const { whole, groups } of all) if (whole.id === REPEATS_OTHERS) repeatOthers(groups, all, context)
  for (const { whole, groups } of all) {
    const most = [...groups].toSorted((a, b) => b[1].length - a[1].length)[0]
    for (const [key, violations] of groups) {
      const part = groups.size === 1 ? whole : narrowed(whole, violations)
      if (key === '') own.push(part)
      else keys.set(key, [...(keys.get(key) ?? []), { whole, part }])
    }
    if (!groups.has('') && most) homes.set(whole.id, most[0])
  }
  return { keys, homes, own }
}

type Grouped = { whole: ClauseReport; groups: Map<string, Violation[]> }

/** Moves violations to the cause of the same failure of another clause. */
function repeatOthers(groups: Grouped['groups'], all: readonly Grouped[], { history }: Context): void {
  const likeOf = ({ evidence }: Violation) => {
    const exchange = history.exchange(evidence.at(-1) ?? 0)
    return exchange && likenessOf(exchange)
  }
  const others = all.flatMap(({ groups: each }) => (each === groups ? [] : [...each]))
  const keyOf = new Map(others.flatMap(([key, violations]) => violations.map((each) => [likeOf(each), key] as const)))
  const own = groups.get('') ?? []
  groups.delete('')
  for (const [key, violations] of Map.groupBy(own, (each) => keyOf.get(likeOf(each)) ?? ''))
    groups.set(key, [...(groups.get(key) ?? []), ...violations])
}

function narrowed(whole: ClauseReport, violations: readonly Violation[]): ClauseReport {
  const { expected, received } = violations[0]!
  const evidence = [...new Set(violations.flatMap((each) => each.evidence))]
  return { ...whole, expected, received, violations: [...violations], cases: violations.length, evidence }
}

const VALIDATION = JSON.stringify({ kind: 'validation', about: '' } satisfies Key)
const FEWEST_RULES = 3
const RULES_OF_BODIES: ReadonlySet<string> = new Set([
  ...submissionRefused.map(({ id }) => id),
  'submission.types-checked',
  'submission.ratio-parts-positive',
])

/** The violations of a clause by the cause that explains them; '' for those that only the clause explains. */
function groupsOf(clause: ClauseReport, context: Context): Map<string, Violation[]> {
  return Map.groupBy(violationsOf(clause, context), (violation) => {
    const key = keyOf(clause, violation, context)
    return key ? JSON.stringify(key) : ''
  })
}

/** The listed violations; if these are not all and each cites one exchange, so does each exchange of the evidence. */
function violationsOf(clause: ClauseReport, { history }: Context): Violation[] {
  const { expected = '', received = '', evidence, cases = 0 } = clause
  const listed = clause.violations ?? [{ expected, received, evidence: evidence.slice(-1) }]
  const shown = new Set(listed.map((each) => each.evidence.at(-1)))
  const isSingle = listed.every((each) => each.evidence.length === 1)
  const more = cases > listed.length ? evidence.filter((n) => !shown.has(n)) : []
  return [
    ...listed,
    ...more.flatMap((n): Violation[] => {
      const exchange = history.exchange(n)
      if (!exchange) return []
      const isHole = holeOf(clause.id, exchange) !== undefined
      return isSingle || isHole ? [{ expected, received: receivedInWords(exchange), evidence: [n] }] : []
    }),
  ]
}

function keyOf(clause: ClauseReport, violation: Violation, context: Context): Key | undefined {
  const { history, report, survey } = context
  const exchange = history.exchange(violation.evidence.at(-1) ?? 0)
  if (!exchange) return undefined
  const hole = holeOf(clause.id, exchange)
  if (hole) return { kind: 'hole', about: widest(hole, exchange, context) }
  if (precedingBody(clause, exchange, context) !== undefined) return { kind: 'connection', about: '' }
  const name = endpointOf(exchange, report.target.baseUrl)
  const status = statusOf(exchange)
  if (name !== undefined && survey.missing.has(name) && !succeeded(exchange)) return { kind: 'missing', about: '' }
  if (name !== undefined && survey.refused.has(name) && (status === 401 || status === 403))
    return { kind: 'key refused', about: '' }
  const crash = crashIn(exchange)
  if (crash === CLOSED || crash === SILENT) return { kind: 'silence', about: crash }
  if (crash) return { kind: 'crash', about: crash === ERROR_PAGE ? crash : `${placeOf(exchange, report)} ${crash}` }
  const isAccepted = name === 'POST /videos' && exchange.purpose.part === 'probe' && succeeded(exchange)
  return isAccepted && RULES_OF_BODIES.has(clause.id) ? { kind: 'validation', about: '' } : undefined
}

/** The request on the same connection whose unread body spoiled this response. */
export function precedingBody({ reproduction }: ClauseReport, exchange: Exchange, { history, survey }: Context) {
  const own = reproduction?.n === exchange.n ? reproduction : undefined
  // It failed without any request before it.
  if (own && own.failed > 0 && own.after === undefined) return undefined
  const before = history.exchange(own?.after ?? 0)
  const isRefused = before?.answer !== undefined && !succeeded(before) && (before.request.body ?? '') !== ''
  return survey.spoiled.get(exchange.n) ?? (isRefused && !succeeded(exchange) ? before.n : undefined)
}

export const placeIn = (exchange: Exchange, report: Report) =>
  endpointOf(exchange, report.target.baseUrl) ?? placeOf(exchange, report)

function noteHole(clause: ClauseReport, violation: Violation, { history, report, holes }: Context): void {
  const exchange = history.exchange(violation.evidence.at(-1) ?? 0)
  const hole = exchange && holeOf(clause.id, exchange)
  if (!hole) return
  const place = placeIn(exchange, report)
  holes.set(place, (holes.get(place) ?? new Set()).add(hole))
}

function widest(hole: Hole, exchange: Exchange, { report, holes }: Context): Hole {
  if (!WIDEST_FIRST.includes(hole)) return hole
  return WIDEST_FIRST.find((each) => holes.get(placeIn(exchange, report))?.has(each)) ?? hole
}

export const CLOSED = 'The connection is closed without a response'
export const SILENT = 'No response comes in time'
export const ERROR_PAGE = 'An error page is sent with a status of success'

function crashIn(exchange: Exchange): string | undefined {
  const { answer, failure } = exchange
  if (failure?.kind === 'reset' || failure?.kind === 'malformed') return CLOSED
  if (failure?.kind === 'timeout') return SILENT
  const { status = 0 } = answer ?? {}
  if (succeeded(exchange) && isErrorPage(exchange)) return ERROR_PAGE
  return status >= 500 && status !== 501 && status !== 503 ? `fails with ${status}` : undefined
}
