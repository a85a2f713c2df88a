import { CLAUSES, type Clause, type ClauseId, clause } from '../spec/clauses.ts'
import type { Spent } from './budget.ts'
import { isObservation } from './check.ts'
import type { Exchange, HistoryEntry } from './exchange.ts'
import type { Judged, Judgement } from './judging.ts'
import { exitCodeOf, verdictOfRun, whyNoVerdict } from './outcome.ts'
import { recordOf, succeeded } from './reading.ts'
import { type CheckReport, type ClauseReport, type JobReport, NO_CHECK, type Report } from './report.ts'
import { videoSecondsOf } from './requests.ts'
import { mayPass } from './transient.ts'
import { gravest, skip, type Verdict } from './verdict.ts'

/** Everything that a run leaves behind, for reporters and scripts. */
export function reportOf(judgement: Judgement, entries: readonly HistoryEntry[], historySha256: string): Report {
  const { began, ended, judged, faults } = judgement
  const { configuration } = began
  const checks = judged.flatMap((each) =>
    each.verdict && !isObservation(each.check) ? [checkReport(each, each.verdict)] : [],
  )
  const clauses = clauseReports(checks, configuration.only.length > 0)
  const exchanges = entries.filter((entry) => entry.kind === 'exchange') as Exchange[]
  const jobs = jobReports(exchanges)
  const { maxJobs, maxVideoSeconds, maxRequests } = configuration
  const state = { began, ended, clauses, checks, jobs, faults }
  const reason = whyNoVerdict(state)
  return {
    schema: 1,
    suite: began.suite,
    spec: began.spec,
    history: { sha256: historySha256 },
    target: began.target,
    verdict: verdictOfRun(state),
    exit: exitCodeOf(state),
    ...(reason && { reason }),
    startedAt: began.startedAt,
    seconds: Math.round(ended?.at ?? exchanges.at(-1)?.at ?? 0) / 1000,
    seed: configuration.seed,
    profile: configuration.profile,
    strict: configuration.strict,
    complete: configuration.complete,
    clauses,
    open: judged.flatMap(({ check, choice }) =>
      choice && isObservation(check) ? [{ id: check.open, ...choice }] : [],
    ),
    jobs,
    budget: {
      ...spentOf(exchanges),
      ...(maxJobs !== undefined && { maxJobs }),
      ...(maxVideoSeconds !== undefined && { maxVideoSeconds }),
      ...(maxRequests !== undefined && { maxRequests }),
      deadlineSeconds: configuration.deadlineMs / 1000,
    },
    checks,
    network: mishaps(exchanges),
    faults,
  }
}

function checkReport({ check }: Judged, verdict: Verdict): CheckReport {
  const { id, suite, title } = check
  return { id, clause: (check as { clause: ClauseId }).clause, suite, title, ...verdictFields(verdict) }
}

function verdictFields(verdict: Verdict) {
  const { evidence = [], ...rest } = verdict as Verdict & { evidence?: number[] }
  return { ...rest, evidence }
}

/** A filtered run speaks of what it was asked; a whole run lists the whole law, the unchecked clauses as such. */
function clauseReports(checks: readonly CheckReport[], filtered: boolean): ClauseReport[] {
  return CLAUSES.flatMap((each): ClauseReport[] => {
    const own = checks.filter((check) => check.clause === each.id)
    if (own.length > 0) return [clauseReport(clause(each.id), gravest(own)!, own)]
    if (filtered) return []
    return [{ ...head(clause(each.id)), ...verdictFields(skip(NO_CHECK)) } as ClauseReport]
  })
}

function clauseReport(of: Clause, worst: CheckReport, all: readonly CheckReport[]): ClauseReport {
  const { verdict, reason, expected, received } = worst
  const violations = all.flatMap((check) => check.violations ?? [])
  const evidence = [
    ...new Set(all.filter((check) => check.verdict === verdict).flatMap((check) => check.evidence)),
  ].slice(0, 50)
  return {
    ...head(of),
    verdict,
    ...(reason && { reason }),
    ...(expected && { expected }),
    ...(received && { received }),
    ...(violations.length > 0 && { violations }),
    evidence,
  }
}

function head({ id, level, section, rule }: Clause) {
  return { id, level, section, rule }
}

/** The jobs of the run as its exchanges show them: the same from a recorded run as from a live one. */
function jobReports(exchanges: readonly Exchange[]): JobReport[] {
  const jobs = new Map<number, JobReport>()
  const submissions = new Map(exchanges.filter((each) => each.request.method === 'POST').map((each) => [each.n, each]))
  for (const exchange of exchanges) {
    const { job, polled } = exchange.purpose
    if (job === undefined || polled === undefined || !succeeded(exchange)) continue
    const submission = submissions.get(job)
    const known = jobs.get(job) ?? { id: polled, body: submission?.request.body ?? '', submission: job, states: [] }
    jobs.set(job, known)
    const record = recordOf(exchange)
    const word = (value: unknown) => (typeof value === 'string' ? value : null)
    const [, status, stage] = known.states.at(-1) ?? []
    const next: [number, string | null, string | null] = [exchange.at, word(record?.status), word(record?.stage)]
    if (known.states.length === 0 || status !== next[1] || stage !== next[2]) known.states.push(next)
  }
  return [...jobs.values()]
}

function spentOf(exchanges: readonly Exchange[]): Spent {
  const accepted = exchanges.filter(
    (each) =>
      each.request.method === 'POST' && (succeeded(each) || (each.failure && each.purpose.part === 'submission')),
  )
  return {
    requests: exchanges.length,
    jobs: accepted.length,
    videoSeconds: accepted.reduce((sum, each) => sum + videoSecondsOf(each.request.body ?? ''), 0),
  }
}

/** What did not come at first and was asked for again, so that a flaky server is seen to be one. */
function mishaps(exchanges: readonly Exchange[]): Report['network'] {
  const counts = new Map<string, number>()
  for (const exchange of exchanges) {
    if (!mayPass(exchange)) continue
    const kind = exchange.failure?.kind ?? String(exchange.answer?.status)
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return [...counts].map(([kind, count]) => ({ kind, count }))
}
