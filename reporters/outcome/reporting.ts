import type { FilesNamed } from '../../engine/config/configuration.ts'
import type { AnsweredBy } from '../../engine/history/entry/answered-by.ts'
import type { Began, HistoryEntry } from '../../engine/history/entry/entries.ts'
import { type Recording, recordingOf } from '../../engine/history/recording.ts'
import { isObservation } from '../../engine/judge/check.ts'
import type { Judged, Judgement } from '../../engine/judge/judging.ts'
import { checksChosen } from '../../engine/judge/names.ts'
import { gravest, MOST_EVIDENCE, type Verdict, type Violation } from '../../engine/judge/verdict.ts'
import { CLAUSES, type Clause, clause } from '../../spec/clauses.ts'
import { costOf } from './cost.ts'
import { videosOf } from './delivered.ts'
import { failuresIn, failuresReport, withKnown } from './known-failures.ts'
import { type CheckReport, type ClauseReport, NO_CHECK, type Report } from './report.ts'
import { amountsOf, tallyOf } from './tally.ts'
import { conformanceOf, exitCodeOf, verdictOfRun, whyNoVerdict } from './verdict.ts'
import { statesOf } from './waivers.ts'

const USER_LIMITS = [
  'maxDownload',
  'maxJobs',
  'maxVideoSeconds',
  'maxRequests',
  'maxResolution',
  'maxDuration',
] as const

/** The neutral outcome of a run, for reporters and scripts. */
export function reportOf(
  judgement: Judgement,
  history: Recording | readonly HistoryEntry[],
  historySha256: string,
): Report {
  const { began, ended, cut, noJob, judged, faults } = judgement
  const { configuration } = began
  const { seed, profile, generate, strict, complete } = configuration
  const recording = recordingOf(history)
  const checks = judged.flatMap(checkReport)
  const amounts = began.observed ? undefined : amountsOf(recording, began, checks)
  const tally = tallyOf(recording)
  const { jobs, uncertain, resumed } = tally
  const cost = costOf(recording, began)
  const videos = videosOf(recording, {
    looks: judgement.facts.looks(),
    idOf: (n) => jobs.find(({ submission }) => submission === n)?.id,
    findings: judged.flatMap(({ check, files = [] }) =>
      isObservation(check) ? [] : files.map((file) => ({ clause: check.clause, ...file })),
    ),
  })
  // Older histories have no waivers.
  const { waive = [], only, hosted } = configuration
  const failures = failuresIn(judgement, recording)
  const clauses = clauseReports(judgement, checks).map((each): ClauseReport => {
    const waiver = each.verdict === 'fail' ? waive.find(({ clause }) => clause === each.id) : undefined
    const amount = amounts?.ofClause.get(each.id)
    const reproduction = each.verdict === 'fail' ? tally.reproduced.get(each.id) : undefined
    const clause: ClauseReport = {
      ...each,
      ...(amount && { amount }),
      ...(reproduction && { reproduction }),
      ...(waiver && { waived: waiver.reason }),
    }
    return withKnown(clause, failures)
  })
  const failureParts = failuresReport(failures, { clauses, strict })
  const waivers = statesOf(waive, clauses)
  const unanswered = hosted ? undefined : only.find((pattern) => !isAnswered(pattern, judged))
  const state = {
    began,
    ended,
    cut,
    noJob,
    unanswered,
    clauses,
    checks,
    jobs,
    waivers,
    faults,
    knownFailures: failureParts.knownFailures,
  }
  const reason = whyNoVerdict(state)
  return {
    schema: 2,
    suite: began.suite,
    spec: began.spec,
    history: { sha256: historySha256 },
    target: reachedTarget(began, tally),
    ...(began.observed && { observed: began.observed }),
    verdict: verdictOfRun(state),
    ...conformanceOf(state, reason),
    exit: exitCodeOf(state),
    ...(reason && { reason }),
    startedAt: began.startedAt,
    ...(began.run !== undefined && { run: began.run }),
    seconds: Math.round(ended?.at ?? tally.lastAt ?? 0) / 1000,
    ...{ seed, profile, generate, strict, complete },
    clauses,
    open: judged.flatMap(({ check, choice }) =>
      choice && isObservation(check) ? [{ id: check.open, ...choice }] : [],
    ),
    jobs,
    videos,
    budget: {
      ...tally.spent,
      generated: tally.generated,
      ...(amounts && { parallel: amounts.parallel }),
      ...(tally.slowedDown > 0 && { slowedDown: tally.slowedDown }),
      downloaded: videos.reduce((sum, { bytes }) => sum + bytes, 0),
      ...given(configuration, USER_LIMITS),
      ...(cost && { cost }),
      ...(began.announced?.leftOut && { leftOut: began.announced.leftOut }),
      deadlineSeconds: configuration.deadlineMs / 1000,
    },
    checks,
    waivers,
    ...failureParts,
    network: tally.network,
    ...(uncertain.length > 0 && { uncertain }),
    ...(resumed.length > 0 && { resumed }),
    faults,
  }
}

function reachedTarget(
  { target: { baseUrl, embedded, proxy }, configuration }: Began,
  { files, answeredBy }: { files: FilesNamed; answeredBy: AnsweredBy[] },
): Report['target'] {
  return {
    baseUrl,
    ...given({ embedded, proxy }, ['embedded', 'proxy']),
    ...(answeredBy.length > 0 && { answeredBy }),
    ...given({ ...configuration, ...files }, ['ca', 'clientCert', 'clientKey', 'http1', 'insecure']),
  }
}

type Given<Whole, Name extends keyof Whole> = { [Each in Name]?: Exclude<Whole[Each], undefined> }

/** The named members that are set. */
function given<Whole extends object, Name extends keyof Whole>(whole: Whole, names: readonly Name[]) {
  const all = names.map((name) => [name, whole[name]])
  return Object.fromEntries(all.filter(([, value]) => value !== undefined && value !== false)) as Given<Whole, Name>
}

/** Whether this pattern of --only led to a verdict or a choice. */
function isAnswered(pattern: string, judged: readonly Judged[]): boolean {
  const bySuite = Map.groupBy(judged, ({ check }) => check.suite)
  const suites = [...bySuite].map(([name, own]) => ({ name, about: '', checks: own.map(({ check }) => check) }))
  const chosen = new Set(checksChosen(pattern, suites))
  return judged.some(({ check, verdict, choice }) => {
    const isDecided = verdict?.verdict === 'pass' || verdict?.verdict === 'fail'
    return chosen.has(check) && (isDecided || (choice !== undefined && choice.untold === undefined))
  })
}

function checkReport({ check, verdict, faults }: Judged): CheckReport[] {
  if (!verdict || isObservation(check)) return []
  const { id, clause, suite, title } = check
  return [{ id, clause, suite, title, ...withEvidence(verdict), ...(faults.length > 0 && { faults }) }]
}

function withEvidence(verdict: Verdict) {
  const { evidence = [], alike: _, ...rest } = verdict as Verdict & { evidence?: number[]; alike?: unknown }
  return { ...rest, evidence }
}

/** A filtered run lists the clauses that it judged; any other run lists all clauses. */
function clauseReports({ began, judged }: Judgement, checks: readonly CheckReport[]): ClauseReport[] {
  const isFiltered = began.configuration.only.length > 0
  // In observed traffic, every check depends on the traffic.
  const byChance = new Set(judged.flatMap(({ check }) => (check.byChance || began.observed ? [check.id] : [])))
  const hadCases = ({ id, verdict, cause }: CheckReport) =>
    verdict !== 'skip' || !(byChance.has(id) || cause?.kind === 'no case')
  return CLAUSES.flatMap(({ id }): ClauseReport[] => {
    const all = checks.filter((check) => check.clause === id)
    if (all.length === 0) return isFiltered ? [] : [{ ...head(clause(id)), ...withEvidence(NO_CHECK) }]
    const telling = all.filter(hadCases)
    const own = telling.length > 0 ? telling : all
    const untested = all.filter((check) => !own.includes(check) && !byChance.has(check.id))
    return [clauseReport(clause(id), own, untested)]
  })
}

function clauseReport(of: Clause, checks: readonly CheckReport[], untested: readonly CheckReport[]): ClauseReport {
  const { verdict, reason, cause, expected, received } = gravest(checks)!
  const cases = checks.reduce((sum, check) => sum + (check.cases ?? 0), 0)
  const listed = checks.flatMap((check) => check.violations ?? [])
  const violations = of.level === 'should' ? withCounts(listed, cases) : listed
  const evidence = checks.flatMap((check) => (check.verdict === verdict ? check.evidence : []))
  return {
    ...head(of),
    verdict,
    ...(reason && { reason }),
    ...(verdict === 'pass' &&
      untested.length > 0 && {
        remark: `not tested: ${untested.map(({ id, reason }) => `${id} (${reason})`).join('; ')}`,
      }),
    ...(cause && { cause }),
    ...(expected && { expected }),
    ...(received && { received }),
    ...(violations.length > 0 && { violations }),
    ...(cases > 0 && { cases }),
    evidence: [...new Set(evidence)].slice(0, MOST_EVIDENCE),
  }
}

/** Lists equal warnings once, with a count. */
function withCounts(violations: readonly Violation[], cases: number): Violation[] {
  const groups = [...Map.groupBy(violations, ({ expected, received }) => JSON.stringify([expected, received])).values()]
  return groups.map((group) => {
    const times = groups.length === 1 ? cases : group.length
    return { ...group[0]!, ...(times > 1 && { times }) }
  })
}

const head = ({ id, level, section, rule }: Clause) => ({ id, level, section, rule })
