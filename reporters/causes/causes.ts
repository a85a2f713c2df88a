import { statusOf } from '../../engine/history/reading/reading.ts'
import { type ClauseId, clause as clauseOf } from '../../spec/clauses.ts'
import type { ClauseReport, Report } from '../outcome/report.ts'
import { type Gravity, gravityOf } from '../outcome/waivers.ts'
import type { RunRecord } from '../reporter.ts'
import {
  attributionOf,
  type CauseKind,
  type Context,
  contextOf,
  type Key,
  KINDS,
  type Part,
  precedingBody,
} from './attribution.ts'
import { explanationOf, quoting, READ_THE_BODY } from './explanation.ts'
import { hintOf } from './frameworks.ts'
import { rootCauses } from './root-causes.ts'

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
export function causesOf(record: RunRecord): Cause[] {
  const { report, history } = record
  const failed = report.clauses.filter(({ verdict }) => verdict === 'fail')
  if (failed.length === 0) return []
  const context = contextOf(record, failed)
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
  const explanation = explanationOf(kind, about, parts, context)
  return {
    kind,
    clause: kind === 'connection' && exchange ? quoting(clause, exchange) : clause,
    others: rest.filter(({ id }) => homes.get(id) === key),
    partly: rest.filter(({ id }) => homes.get(id) !== key),
    blocked: blockedBy(kind, context),
    ...(after !== undefined && { after }),
    ...explanation,
    ...(kind === 'hole' && after !== undefined && { fix: READ_THE_BODY }),
  }
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
