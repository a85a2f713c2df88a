import { EXIT, type ExitCode } from '../../../engine/config/exit-codes.ts'
import { SUITE } from '../../../engine/config/version.ts'
import type { ClientJudgement, JudgedClause } from '../../../engine/judge/clients/judging.ts'
import { clientClause } from '../../../spec/clients/clauses.ts'
import { clientLawDigest } from '../../../spec/digest.ts'
import { CLIENT_SCHEMA, type ClientClauseReport, type ClientReport, type ScenarioReport } from './report.ts'

/** One judgement: of a scenario, or of recorded traffic. */
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
  /** Internal errors besides those of judges. */
  faults?: readonly string[]
}

/** Merges judgements. A clause fails if it failed in one of them, and passes if it passed in one. */
export function clientReportOf({
  parts,
  startedAt,
  seconds,
  strict = false,
  target,
  ...more
}: AboutClient): ClientReport {
  const judgements = parts.map(({ judgement }) => judgement)
  const clauses = mergedClauses(parts)
  const faults = [...(more.faults ?? []), ...judgements.flatMap((each) => each.faults)]
  return {
    schema: CLIENT_SCHEMA,
    ...outcomeOf(clauses, { judgements, faults, strict }),
    suite: SUITE,
    law: { sha256: clientLawDigest() },
    ...(target && { target: { baseUrl: target.baseUrl } }),
    startedAt,
    seconds,
    strict,
    clients: mergedClients(judgements),
    scenarios: parts.flatMap(({ scenario, judgement }) => (scenario ? [reportOfScenario(scenario, judgement)] : [])),
    clauses,
    open: judgements.length === 1 ? judgements[0]!.open : mergedPoints(judgements),
    faults,
  }
}

function mergedClauses(parts: readonly Part[]): ClientClauseReport[] {
  const all = parts.flatMap(({ scenario, judgement }) =>
    judgement.clauses.map((clause) => ({ clause, scenario: scenario?.name })),
  )
  return [...Map.groupBy(all, ({ clause }) => clause.id).values()].map((same) => {
    const [deciding] = same.toSorted((one, other) => rank(one.clause) - rank(other.clause))
    return clauseReport(deciding!.clause, deciding!.scenario)
  })
}

/** Clauses without a case say least. */
function rank({ verdict }: JudgedClause): number {
  if (verdict.verdict !== 'not judged') return verdict.verdict === 'fail' ? 0 : 1
  return ['nothing sent', 'not tried', 'not reached'].includes(verdict.cause.kind) ? 3 : 2
}

function clauseReport({ id, level, section, verdict }: JudgedClause, scenario?: string): ClientClauseReport {
  const head = { id, level, section, rule: clientClause(id).rule }
  const where = scenario === undefined ? {} : { scenario }
  if (verdict.verdict === 'not judged') {
    const { reason, cause, evidence } = verdict
    return { ...head, verdict: 'not judged', reason, cause, ...(evidence.length > 0 && { evidence, ...where }) }
  }
  if (verdict.verdict === 'pass') {
    const { tried, evidence } = verdict
    return { ...head, verdict: 'pass', ...where, evidence, tried }
  }
  const { expected, received, evidence, violations, cases, tried } = verdict
  return { ...head, verdict: 'fail', ...where, expected, received, evidence, violations, cases, tried }
}

export function reportOfScenario(scenario: NonNullable<Part['scenario']>, judgement: ClientJudgement): ScenarioReport {
  const { clauses, seen } = judgement
  const broken = clauses.filter(({ verdict }) => verdict.verdict === 'fail').map(({ id }) => id)
  const reasons = clauses.flatMap(({ verdict }) =>
    verdict.verdict === 'not judged' && verdict.cause.kind === 'not reached' ? [verdict.reason] : [],
  )
  const hasPassed = clauses.some(({ verdict }) => verdict.verdict === 'pass')
  const verdict = broken.length > 0 ? 'fail' : hasPassed ? 'pass' : 'not judged'
  return { ...scenario, verdict, ...(reasons.length > 0 && { reason: reasons[0]! }), seen, broken }
}

function mergedClients(judgements: readonly ClientJudgement[]): ClientReport['clients'] {
  const all = new Map<string, number>()
  for (const { name, requests } of judgements.flatMap(({ clients }) => clients))
    all.set(name, (all.get(name) ?? 0) + requests)
  return [...all].map(([name, requests]) => ({ name, requests }))
}

/** Without evidence: exchange numbers belong to one scenario. */
function mergedPoints(judgements: readonly ClientJudgement[]): ClientReport['open'] {
  const points = judgements.flatMap(({ open }) => open)
  return [...Map.groupBy(points, ({ id }) => id).values()].map((all) => {
    const known = all.filter(({ untold }) => untold === undefined)
    const choices = [...new Set(known.map(({ choice }) => choice))]
    const values = [...new Set(known.flatMap((each) => each.values))].sort()
    const first = (known[0] ?? all[0])!
    return { ...first, ...(choices.length > 1 && { choice: choices.join('; ') }), values, evidence: [] }
  })
}

type Given = { judgements: readonly ClientJudgement[]; faults: readonly string[]; strict: boolean }

function outcomeOf(
  clauses: readonly ClientClauseReport[],
  { judgements, faults, strict }: Given,
): Pick<ClientReport, 'verdict' | 'exit' | 'reason'> {
  const withExit = (exit: ExitCode): ExitCode => (faults.length > 0 ? EXIT.suiteFault : exit)
  if (clauses.some(({ verdict, level }) => verdict === 'fail' && (strict || level === 'must')))
    return { verdict: 'fail', exit: withExit(EXIT.fail) }
  const fault = faults.length > 0 ? 'internal error of gatecheck: please report it' : undefined
  const cut = judgements.find((each) => each.cut !== undefined)?.cut
  const reason = fault ?? cut ?? whyNoVerdict(clauses, judgements)
  if (reason !== undefined) return { verdict: 'inconclusive', exit: withExit(EXIT.noVerdict), reason }
  return { verdict: 'pass', exit: withExit(EXIT.pass) }
}

function whyNoVerdict(
  clauses: readonly ClientClauseReport[],
  judgements: readonly ClientJudgement[],
): string | undefined {
  if (!judgements.some(({ seen }) => seen.includes('a request'))) return 'the client sent nothing'
  if (clauses.some(({ id, verdict }) => id === 'client.ends-well-only-with-a-video' && verdict === 'fail'))
    return 'the client exited with 0 without a video'
  if (!clauses.some(({ level, verdict }) => level === 'must' && verdict === 'pass'))
    return 'the client sent nothing that a clause could be judged by'
  return undefined
}
