import { CLAUSES, type Clause, type ClauseId, clause } from '../../spec/clauses.ts'
import type { FilesNamed } from '../config/configuration.ts'
import type { Waiver } from '../config/waiver.ts'
import type { AnsweredBy } from '../history/entry/answered-by.ts'
import type { Began, HistoryEntry } from '../history/entry/entries.ts'
import { type Recording, recordingOf } from '../history/recording.ts'
import { type Check, isObservation } from '../judge/check.ts'
import type { Judged, Judgement } from '../judge/judging.ts'
import { checksChosen } from '../judge/names.ts'
import { gravest, MOST_EVIDENCE, type Verdict, type Violation } from '../judge/verdict.ts'
import { type Amounts, amountsOf } from './amounts.ts'
import { costOf } from './cost.ts'
import { exitCodeOf, verdictOfRun, whyNoVerdict } from './outcome.ts'
import { type CheckReport, type ClauseReport, NO_CHECK, type Report } from './report.ts'
import { tallyOf } from './tally.ts'
import { videosOf } from './videos.ts'
import { statesOf } from './waivers.ts'

/** Everything that a run leaves behind, for reporters and scripts. */
export function reportOf(
  judgement: Judgement,
  history: Recording | readonly HistoryEntry[],
  historySha256: string,
): Report {
  const { began, ended, cut, noJob, judged, faults } = judgement
  const { configuration } = began
  const checks = judged.flatMap((each) =>
    each.verdict && !isObservation(each.check) ? [checkReport(each, each.verdict)] : [],
  )
  // In traffic that nobody planned, all that is tried is tried by chance.
  const isByChance = ({ byChance }: Check) => byChance === true || began.observed !== undefined
  const byChance = new Set(judged.flatMap(({ check }) => (isByChance(check) ? [check.id] : [])))
  // Runs that were recorded before there were waivers have none.
  const { waive = [] } = configuration
  const amounts = began.observed ? undefined : amountsOf(recordingOf(history), began, checks)
  const judgedClauses = clauseReports(checks, byChance, configuration.only.length > 0)
  const clauses = waived(amounts ? judgedClauses.map((each) => withAmount(each, amounts)) : judgedClauses, waive)
  const waivers = statesOf(waive, clauses)
  const { jobs, spent, generated, slowedDown, network, lastAt, uncertain, lost, resumed, files, answeredBy } = tallyOf(
    recordingOf(history),
  )
  const cost = costOf(recordingOf(history), began)
  const videos = videosOf(recordingOf(history), {
    idOf: (n) => jobs.find(({ submission }) => submission === n)?.id,
    findings: judged.flatMap(({ check, files = [] }) =>
      isObservation(check) ? [] : files.map((file) => ({ clause: check.clause, ...file })),
    ),
  })
  const { maxJobs, maxVideoSeconds, maxRequests, maxResolution, maxDuration } = configuration
  const unanswered = configuration.hosted
    ? undefined
    : configuration.only.find((pattern) => !isAnswered(pattern, judged))
  const state = { began, ended, cut, noJob, unanswered, clauses, checks, jobs, waivers, faults }
  const reason = whyNoVerdict(state)
  return {
    schema: 1,
    suite: began.suite,
    spec: began.spec,
    history: { sha256: historySha256 },
    target: reachedTarget(began, files, answeredBy),
    ...(began.observed && { observed: began.observed }),
    verdict: verdictOfRun(state),
    exit: exitCodeOf(state),
    ...(reason && { reason }),
    startedAt: began.startedAt,
    ...(began.run !== undefined && { run: began.run }),
    seconds: Math.round(ended?.at ?? lastAt ?? 0) / 1000,
    seed: configuration.seed,
    profile: configuration.profile,
    generate: configuration.generate,
    strict: configuration.strict,
    complete: configuration.complete,
    clauses,
    open: judged.flatMap(({ check, choice }) =>
      choice && isObservation(check) ? [{ id: check.open, ...choice }] : [],
    ),
    jobs,
    videos,
    budget: {
      ...spent,
      generated,
      ...(amounts && { parallel: amounts.parallel }),
      ...(slowedDown > 0 && { slowedDown }),
      downloaded: videos.reduce((sum, { bytes }) => sum + bytes, 0),
      ...(configuration.maxDownload !== undefined && { maxDownload: configuration.maxDownload }),
      ...(maxJobs !== undefined && { maxJobs }),
      ...(maxVideoSeconds !== undefined && { maxVideoSeconds }),
      ...(maxRequests !== undefined && { maxRequests }),
      ...(maxResolution !== undefined && { maxResolution }),
      ...(maxDuration !== undefined && { maxDuration }),
      ...(cost && { cost }),
      deadlineSeconds: configuration.deadlineMs / 1000,
    },
    checks,
    waivers,
    network,
    ...(uncertain.length > 0 && { uncertain }),
    ...(lost > 0 && { lost }),
    ...(resumed.length > 0 && { resumed }),
    faults,
  }
}

function withAmount(clause: ClauseReport, amounts: Amounts): ClauseReport {
  const amount = amounts.ofClause(clause.id)
  return amount ? { ...clause, amount } : clause
}

function reachedTarget(
  { target: { baseUrl, embedded, proxy }, configuration }: Began,
  named: FilesNamed,
  answeredBy: AnsweredBy[],
): Report['target'] {
  const { ca, clientCert, clientKey, http1, insecure } = { ...configuration, ...named }
  return {
    baseUrl,
    ...(embedded && { embedded }),
    ...(proxy !== undefined && { proxy }),
    ...(answeredBy.length > 0 && { answeredBy }),
    ...(ca !== undefined && { ca }),
    ...(clientCert !== undefined && { clientCert }),
    ...(clientKey !== undefined && { clientKey }),
    ...(http1 && { http1 }),
    ...(insecure && { insecure }),
  }
}

/** Whether anything came of what was asked for by name. */
function isAnswered(pattern: string, judged: readonly Judged[]): boolean {
  const bySuite = Map.groupBy(judged, ({ check }) => check.suite)
  const suites = [...bySuite].map(([name, own]) => ({ name, about: '', checks: own.map(({ check }) => check) }))
  const chosen = new Set(checksChosen(pattern, suites))
  return judged.some(
    ({ check, verdict, choice }) =>
      chosen.has(check) && (isDecided(verdict) || (choice !== undefined && choice.untold === undefined)),
  )
}

const isDecided = (verdict: Verdict | undefined) => verdict?.verdict === 'pass' || verdict?.verdict === 'fail'

function waived(clauses: readonly ClauseReport[], waivers: readonly Waiver[]): ClauseReport[] {
  return clauses.map((each) => {
    const waiver = each.verdict === 'fail' ? waivers.find(({ clause }) => clause === each.id) : undefined
    return waiver ? { ...each, waived: waiver.reason } : each
  })
}

function checkReport({ check, faults }: Judged, verdict: Verdict): CheckReport {
  const { id, suite, title } = check
  const named = { id, clause: (check as { clause: ClauseId }).clause, suite, title }
  return { ...named, ...verdictFields(verdict), ...(faults.length > 0 && { faults }) }
}

function verdictFields(verdict: Verdict) {
  const { evidence = [], ...rest } = verdict as Verdict & { evidence?: number[] }
  return { ...rest, evidence }
}

/** A filtered run speaks of what it was asked; a whole run lists the whole law, the unchecked clauses as such. */
function clauseReports(
  checks: readonly CheckReport[],
  byChance: ReadonlySet<string>,
  filtered: boolean,
): ClauseReport[] {
  return CLAUSES.flatMap((each): ClauseReport[] => {
    const all = checks.filter((check) => check.clause === each.id)
    // A check that had nothing to try takes nothing from what the others have shown.
    const hasCases = ({ id, verdict, cause }: CheckReport) =>
      verdict !== 'skip' || !(byChance.has(id) || cause?.kind === 'no case')
    const telling = all.filter(hasCases)
    const own = telling.length > 0 ? telling : all
    if (own.length > 0) {
      const untried = all.filter((check) => !own.includes(check) && !byChance.has(check.id))
      return [clauseReport(clause(each.id), gravest(own)!, own, untried)]
    }
    if (filtered) return []
    return [{ ...head(clause(each.id)), ...verdictFields(NO_CHECK) } as ClauseReport]
  })
}

function clauseReport(
  of: Clause,
  worst: CheckReport,
  all: readonly CheckReport[],
  untried: readonly CheckReport[],
): ClauseReport {
  const { verdict, reason, cause, expected, received } = worst
  const cases = all.reduce((sum, check) => sum + (check.cases ?? 0), 0)
  const listed = all.flatMap((check) => check.violations ?? [])
  const violations = of.level === 'should' ? alikeOnce(listed, cases) : listed
  const evidence = [
    ...new Set(all.filter((check) => check.verdict === verdict).flatMap((check) => check.evidence)),
  ].slice(0, MOST_EVIDENCE)
  return {
    ...head(of),
    verdict,
    ...(reason && { reason }),
    ...(verdict === 'pass' &&
      untried.length > 0 && {
        remark: `not tested: ${untried.map(({ id, reason }) => `${id} (${reason})`).join('; ')}`,
      }),
    ...(cause && { cause }),
    ...(expected && { expected }),
    ...(received && { received }),
    ...(violations.length > 0 && { violations }),
    ...(cases > 0 && { cases }),
    evidence,
  }
}

/** A warning that comes again and again is told once, with a count. */
function alikeOnce(violations: readonly Violation[], cases: number): Violation[] {
  const groups = [...Map.groupBy(violations, ({ expected, received }) => JSON.stringify([expected, received])).values()]
  return groups.map((group) => {
    const times = groups.length === 1 ? cases : group.length
    return { ...group[0]!, ...(times > 1 && { times }) }
  })
}

function head({ id, level, section, rule }: Clause) {
  return { id, level, section, rule }
}
