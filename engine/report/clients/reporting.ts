import { clientClause } from '../../../spec/clients/clauses.ts'
import { clientLawDigest } from '../../../spec/clients/digest.ts'
import { SUITE } from '../../config/version.ts'
import type { ClientJudgement, JudgedClause } from '../../judge/clients/judging.ts'
import type { Sight } from '../../judge/clients/verdict.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { CLIENT_SCHEMA, type ClientClauseReport, type ClientReport, type ScenarioReport } from './report.ts'

/** One judgement, of one scenario or of traffic that was recorded as a whole. */
export type Part = {
  scenario?: Omit<ScenarioReport, 'verdict' | 'seen' | 'broken' | 'reason'>
  judgement: ClientJudgement
}

export type AboutClient = {
  parts: readonly Part[]
  startedAt: string
  seconds: number
  strict?: boolean
  target?: { baseUrl: string }
  /** What went wrong in gatecheck itself, besides what went wrong in judges. */
  faults?: readonly string[]
}

/** What all judgements come to. A clause is broken where one of them breaks it, and kept where one has seen that. */
export function clientReportOf({
  parts,
  startedAt,
  seconds,
  strict = false,
  target,
  ...more
}: AboutClient): ClientReport {
  const clauses = mergedClauses(parts)
  const faults = [...(more.faults ?? []), ...parts.flatMap(({ judgement }) => judgement.faults)]
  const cut = parts.flatMap(({ judgement }) => judgement.cut ?? [])[0]
  const seen = new Set(parts.flatMap(({ judgement }) => judgement.seen))
  return {
    schema: CLIENT_SCHEMA,
    ...concluded(clauses, { seen, faults, strict, cut }),
    suite: SUITE,
    law: { sha256: clientLawDigest() },
    ...(target && { target: { baseUrl: target.baseUrl } }),
    startedAt,
    seconds,
    strict,
    clients: mergedClients(parts),
    scenarios: parts.flatMap(({ scenario, judgement }) => (scenario ? [toldOfScenario(scenario, judgement)] : [])),
    clauses,
    open: parts.length === 1 ? parts[0]!.judgement.open : mergedPoints(parts),
    faults,
  }
}

function mergedClauses(parts: readonly Part[]): ClientClauseReport[] {
  const byId = Map.groupBy(
    parts.flatMap(({ scenario, judgement }) =>
      judgement.clauses.map((clause) => ({ clause, scenario: scenario?.name })),
    ),
    ({ clause }) => clause.id,
  )
  return [...byId.values()].map((all) => {
    const of = (word: JudgedClause['verdict']['verdict']) => all.filter(({ clause }) => clause.verdict.verdict === word)
    const [deciding] = [...of('fail'), ...of('pass'), ...withCauseFirst(of('not judged'))]
    return clauseReport(deciding!.clause, deciding!.scenario)
  })
}

type Judged = { clause: JudgedClause; scenario: string | undefined }

/** Where nothing was sent that a clause speaks of, there is least to say. */
function withCauseFirst(all: readonly Judged[]): Judged[] {
  const isTelling = ({ clause: { verdict } }: Judged) =>
    verdict.verdict === 'not judged' && !['nothing sent', 'not tried', 'not reached'].includes(verdict.cause.kind)
  return [...all.filter(isTelling), ...all.filter((each) => !isTelling(each))]
}

function clauseReport({ id, level, section, verdict }: JudgedClause, scenario?: string): ClientClauseReport {
  const said = { id, level, section, rule: clientClause(id).rule }
  const where = scenario === undefined ? {} : { scenario }
  if (verdict.verdict === 'not judged') {
    const { reason, cause, evidence } = verdict
    return { ...said, verdict: 'not judged', reason, cause, ...(evidence.length > 0 && { evidence, ...where }) }
  }
  if (verdict.verdict === 'pass') {
    const { tried, evidence } = verdict
    return { ...said, verdict: 'pass', ...where, evidence, tried }
  }
  const { expected, received, evidence, violations, cases, tried } = verdict
  return { ...said, verdict: 'fail', ...where, expected, received, evidence, violations, cases, tried }
}

/** How a client came through one scenario, by what was judged there. */
export function toldOfScenario(scenario: NonNullable<Part['scenario']>, judgement: ClientJudgement): ScenarioReport {
  const { clauses, seen } = judgement
  const broken = clauses.filter(({ verdict }) => verdict.verdict === 'fail').map(({ id }) => id)
  const missing = clauses
    .map(({ verdict }) => verdict)
    .find((verdict) => verdict.verdict === 'not judged' && verdict.cause.kind === 'not reached')
  const isSeen = clauses.some(({ verdict }) => verdict.verdict === 'pass')
  const verdict = broken.length > 0 ? 'fail' : isSeen ? 'pass' : 'not judged'
  const reason = missing?.verdict === 'not judged' ? { reason: missing.reason } : {}
  return { ...scenario, verdict, ...reason, seen, broken }
}

function mergedClients(parts: readonly Part[]): ClientReport['clients'] {
  const all = new Map<string, number>()
  for (const { name, requests } of parts.flatMap(({ judgement }) => judgement.clients))
    all.set(name, (all.get(name) ?? 0) + requests)
  return [...all].map(([name, requests]) => ({ name, requests }))
}

/** What one scenario shows is said by that one; the numbers of several are not each other's. */
function mergedPoints(parts: readonly Part[]): ClientReport['open'] {
  const byId = Map.groupBy(
    parts.flatMap(({ judgement }) => judgement.open),
    ({ id }) => id,
  )
  return [...byId.values()].map((all) => {
    const told = all.filter(({ untold }) => untold === undefined)
    const [first] = told.length > 0 ? told : all
    const choices = [...new Set(told.map(({ choice }) => choice))]
    const values = [...new Set(told.flatMap((each) => each.values))].sort()
    return { ...first!, ...(choices.length > 1 && { choice: choices.join('; ') }), values, evidence: [] }
  })
}

type Concluded = Pick<ClientReport, 'verdict' | 'exit' | 'reason'>

function concluded(
  clauses: readonly ClientClauseReport[],
  {
    seen,
    faults,
    strict,
    cut,
  }: { seen: ReadonlySet<Sight>; faults: readonly string[]; strict: boolean; cut: string | undefined },
): Concluded {
  const broken = clauses.filter(({ verdict, level }) => verdict === 'fail' && (strict || level === 'must'))
  const withExit = (exit: ExitCode): ExitCode => (faults.length > 0 ? EXIT.suiteFault : exit)
  if (broken.length > 0) return { verdict: 'fail', exit: withExit(EXIT.fail) }
  const reason =
    faults.length > 0 ? 'internal error of gatecheck: please report it' : (cut ?? whyNoVerdict(clauses, seen))
  if (reason !== undefined) return { verdict: 'inconclusive', exit: withExit(EXIT.noVerdict), reason }
  return { verdict: 'pass', exit: withExit(EXIT.pass) }
}

function whyNoVerdict(clauses: readonly ClientClauseReport[], seen: ReadonlySet<Sight>): string | undefined {
  if (!seen.has('a request')) return 'the client sent nothing'
  if (clauses.some(({ id, verdict }) => id === 'client.ends-well-only-with-a-video' && verdict === 'fail'))
    return 'the client exited with 0 without a video'
  if (!clauses.some(({ level, verdict }) => level === 'must' && verdict === 'pass'))
    return 'the client sent nothing that a clause could be judged by'
  return undefined
}
