import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { list, receivedInWords } from '../../engine/history/reading/words.ts'
import type { Violation } from '../../engine/judge/verdict.ts'
import { submissionRefused } from '../../spec/clauses/submission-refused.ts'
import { type ClauseId, clause as clauseOf } from '../../spec/clauses.ts'
import { ENDPOINTS, type EndpointName, endpoint } from '../../spec/endpoints.ts'
import type { ClauseReport, Report } from '../outcome/report.ts'
import { type Gravity, gravityOf } from '../outcome/waivers.ts'
import type { RunRecord } from '../reporter.ts'
import { counted } from '../words/counted.ts'
import { placeOf } from '../words/places.ts'
import { hintOf, type Situation } from './frameworks.ts'
import { rootCauses } from './root-causes.ts'
import { type Hole, holeInWords, holeOf, WIDEST_FIRST } from './security.ts'
import { endpointOf, type Survey, surveyOf } from './survey.ts'

/**
 * In this order: a fix of the first kinds changes what the others show. A security hole has a cause of its own, whatever
 * else explains it.
 */
const KINDS = ['connection', 'key refused', 'missing', 'crash', 'hole', 'validation', 'clause'] as const
type CauseKind = (typeof KINDS)[number]

/** One thing to fix, and everything that fails because of it. */
export type Cause = {
  kind: CauseKind
  /** What is wrong; for the kind `clause`, the clause says it. */
  title?: string
  /** A failed clause that shows it, with its violations of this cause only. */
  clause: ClauseReport
  /** Failed clauses that this cause explains in full. */
  others: ClauseReport[]
  /** Failed clauses that have other causes as well. */
  partly: ClauseReport[]
  /** Clauses without a verdict as long as this is not fixed. */
  blocked: ClauseReport[]
  /** The request on the same connection that has to come first. */
  after?: number
  /** The likely cause in the server's own framework. */
  hint?: string
  fix: string
}

/** What to fix first: the causes of all failures of a finished run, in order. */
export function causesOf({ report, history }: RunRecord): Cause[] {
  const failed = report.clauses.filter(({ verdict }) => verdict === 'fail')
  if (failed.length === 0) return []
  const context: Context = { report, history, survey: surveyOf(history, report.target.baseUrl), holes: new Map() }
  for (const clause of failed)
    for (const violation of violationsOf(clause, context)) noteHole(clause, violation, context)
  const attributed = attributionOf(failed, context)
  const shared = [...attributed.keys].map(([key, parts]) => sharedCause(key, parts, attributed.homes, context))
  const own = rootCauses(attributed.own, history).map(({ clause, others }) => ownCause(clause, others, context))
  const rank = ({ kind }: Cause) => KINDS.indexOf(kind)
  return [...shared, ...own].toSorted((a, b) => gravest(a, report) - gravest(b, report) || rank(a) - rank(b))
}

export const GRAVITIES = ['broken', 'warning', 'waived'] as const satisfies readonly Gravity[]

/** Every clause that fails because of it. */
export const allOf = ({ clause, others, partly }: Cause): ClauseReport[] => [clause, ...others, ...partly]

/** The gravity of a cause, as its place in GRAVITIES. */
export function gravest(cause: Cause, report: Report): number {
  return Math.min(...allOf(cause).map((each) => GRAVITIES.indexOf(gravityOf(each, report))))
}

type Context = {
  report: Report
  history: RunRecord['history']
  survey: Survey
  /** What gets in at each endpoint. */
  holes: Map<string, Set<Hole>>
}

/** A failed clause with the violations that one cause explains. */
type Part = { whole: ClauseReport; part: ClauseReport }

type Key = { kind: CauseKind; about: string }

/** Which violation belongs to which cause, and under which cause each clause is shown in full. */
function attributionOf(failed: readonly ClauseReport[], context: Context) {
  const keys = new Map<string, Part[]>()
  const homes = new Map<ClauseId, string>()
  const own: ClauseReport[] = []
  const all = failed.map((whole) => ({ whole, groups: groupsOf(whole, context) }))
  // One or two rules that are not checked are told one by one.
  const unvalidated = all.filter(({ groups }) => groups.has(VALIDATION))
  if (unvalidated.length < FEWEST_RULES)
    for (const { groups } of unvalidated) {
      groups.set('', [...(groups.get('') ?? []), ...groups.get(VALIDATION)!])
      groups.delete(VALIDATION)
    }
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
  if (isCrash(exchange)) {
    const what = exchange.answer ? `fails with ${status}` : 'closes the connection without a response'
    return { kind: 'crash', about: `${placeOf(exchange, report)} ${what}` }
  }
  const isAccepted = name === 'POST /videos' && exchange.purpose.part === 'probe' && succeeded(exchange)
  return isAccepted && RULES_OF_BODIES.has(clause.id) ? { kind: 'validation', about: '' } : undefined
}

/** The request on the same connection whose unread body spoiled this response. */
function precedingBody({ reproduction }: ClauseReport, exchange: Exchange, { history, survey }: Context) {
  const before = reproduction?.n === exchange.n ? history.exchange(reproduction.after ?? 0) : undefined
  const isRefused = before?.answer !== undefined && !succeeded(before) && (before.request.body ?? '') !== ''
  return survey.spoiled.get(exchange.n) ?? (isRefused && !succeeded(exchange) ? before.n : undefined)
}

const placeIn = (exchange: Exchange, report: Report) =>
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

function isCrash({ answer, failure }: Exchange): boolean {
  if (!answer) return failure?.kind === 'reset' || failure?.kind === 'malformed'
  return answer.status >= 500 && answer.status !== 501 && answer.status !== 503
}

function sharedCause(
  key: string,
  parts: readonly Part[],
  homes: ReadonlyMap<ClauseId, string>,
  context: Context,
): Cause {
  const { kind, about } = JSON.parse(key) as Key
  const ordered = parts.toSorted(
    ({ whole: a }, { whole: b }) =>
      Number(b.level === 'must') - Number(a.level === 'must') ||
      Number(homes.get(b.id) === key) - Number(homes.get(a.id) === key),
  )
  const { part: clause } = ordered[0]!
  const rest = ordered.slice(1).map(({ whole }) => whole)
  const exchange = context.history.exchange(clause.violations?.[0]?.evidence.at(-1) ?? clause.evidence.at(-1) ?? 0)
  const after = exchange && precedingBody(clause, exchange, context)
  const told = toldOf(kind, about, parts, exchange, context)
  return {
    kind,
    clause: kind === 'connection' && exchange ? quoting(clause, exchange) : clause,
    others: rest.filter(({ id }) => homes.get(id) === key),
    partly: rest.filter(({ id }) => homes.get(id) !== key),
    blocked: blockedBy(kind, context),
    ...(after !== undefined && { after }),
    ...told,
    ...(kind === 'hole' && after !== undefined && { fix: READ_THE_BODY }),
  }
}

const READ_THE_BODY =
  'Read the whole body before you answer, also if you refuse the request; or close the connection after the response.'

/** The longest reason phrase of HTTP's own. */
const LONGEST_PHRASE = 31

/** A reason phrase of the server's own often quotes what it took for a request. */
function quoting(clause: ClauseReport, { answer }: Exchange): ClauseReport {
  const [first, ...rest] = clause.violations ?? []
  const { status, statusText = '' } = answer ?? {}
  if (!first || statusText.length <= LONGEST_PHRASE) return clause
  return { ...clause, violations: [{ ...first, received: `${status} ${statusText}` }, ...rest] }
}

/** Clauses whose control request does not succeed before this is fixed. */
function blockedBy(kind: CauseKind, { report, survey }: Context): ClauseReport[] {
  const names =
    kind === 'missing' ? [...survey.missing.keys()] : kind === 'key refused' ? [...survey.refused.keys()] : []
  return report.clauses.filter(
    ({ verdict, cause, reason = '' }) =>
      verdict === 'inconclusive' && cause?.kind === 'no control' && names.some((name) => reason.includes(name)),
  )
}

const inOrder = (names: Iterable<EndpointName>) => {
  const all = new Set(names)
  return ENDPOINTS.flatMap(({ name }) => (all.has(name) ? [name] : []))
}

type Told = Pick<Cause, 'title' | 'hint' | 'fix'>

function toldOf(
  kind: CauseKind,
  about: string,
  parts: readonly Part[],
  exchange: Exchange | undefined,
  { report, history, survey }: Context,
): Told {
  const hint = (situation: Situation, name?: EndpointName) => {
    const base = new URL(report.target.baseUrl).pathname.replace(/\/$/, '')
    const request = name && { method: endpoint(name).method, path: base + endpoint(name).path }
    const text = hintOf(survey.framework, situation, request)
    return text === undefined ? {} : { hint: text }
  }
  if (kind === 'missing') {
    const names = inOrder(survey.missing.keys())
    return {
      title: `${counted(names.length, 'endpoint')} ${names.length === 1 ? 'does' : 'do'} not exist yet: ${names.join(', ')}`,
      fix: `Add ${names.length === 1 ? 'a route and a handler' : 'a route and a handler for each'}; check the method and the path, with its version, as well.`,
      ...hint('no route', names[0]),
    }
  }
  if (kind === 'key refused') {
    const names = inOrder(survey.refused.keys())
    return {
      title: `A key that works elsewhere is refused by ${list(names)}`,
      fix: 'Use the same check of the key for all endpoints.',
    }
  }
  if (kind === 'connection')
    return {
      title: 'The body of a refused request stays unread, and spoils the next request on its connection',
      fix: READ_THE_BODY,
      ...hint('unread body'),
    }
  if (kind === 'crash')
    return {
      title: about,
      fix: 'Find the exception in the log of the server, and answer this input with a 4xx before it reaches that code.',
      ...(exchange?.answer ? {} : hint('closed connection')),
    }
  if (kind === 'hole') return toldOfHole(about as Hole, parts, { report, history })
  return {
    title: `POST /videos accepts invalid bodies: ${parts.length} rules are not checked`,
    fix: 'Validate the whole body before you create the job, and refuse it with 400 or 422.',
  }
}

function toldOfHole(
  hole: Hole,
  parts: readonly Part[],
  { report, history }: Pick<Context, 'report' | 'history'>,
): Told {
  const places = parts.flatMap(({ part }) =>
    failingOf(part).flatMap((n) => {
      const exchange = history.exchange(n)
      return exchange ? [placeIn(exchange, report)] : []
    }),
  )
  const { title, clauses } = holeInWords(hole)
  const failed = parts.map(({ whole }) => whole.id)
  const fixed = clauses.find((id) => failed.includes(id)) ?? failed[0]!
  return { title: `${title} ${list([...new Set(places)])}`, fix: clauseOf(fixed).explanation.remedy }
}

const failingOf = ({ violations = [], evidence }: ClauseReport) =>
  violations.length > 0 ? violations.map((each) => each.evidence.at(-1) ?? 0) : evidence.slice(-1)

function ownCause(clause: ClauseReport, others: ClauseReport[], { history, survey }: Context): Cause {
  const exchange = history.exchange(clause.violations?.[0]?.evidence.at(-1) ?? 0)
  const isValidatedFirst =
    clause.id === 'auth.comes-first' && [400, 415, 422].includes((exchange && statusOf(exchange)) ?? 0)
  const hint = isValidatedFirst ? hintOf(survey.framework, 'validation first') : undefined
  return {
    kind: 'clause',
    clause,
    others,
    partly: [],
    blocked: [],
    ...(hint !== undefined && { hint }),
    fix: clauseOf(clause.id).explanation.remedy,
  }
}

/** The cause under which the clause is shown in full. */
export const causeOf = (id: ClauseId, causes: readonly Cause[]): Cause | undefined =>
  causes.find(({ clause, others }) => [clause, ...others].some((each) => each.id === id))
