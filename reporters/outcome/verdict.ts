import { EXIT, type ExitCode } from '../../engine/config/exit-codes.ts'
import type { Began, Ended, JudgingCutShort } from '../../engine/history/entry/entries.ts'
import { CLAUSES, clause } from '../../spec/clauses.ts'
import { FINAL_STATUSES } from '../../spec/words.ts'
import type { CheckReport, ClauseReport, JobReport, KnownFailuresReport, Report, WaiverReport } from './report.ts'
import { gravityOf } from './waivers.ts'

export type RunState = {
  began: Began
  ended: Ended | undefined
  /** Set if judging was cut short. */
  cut?: JudgingCutShort | undefined
  noJob?: string | undefined
  /** A pattern of --only without any verdict. */
  unanswered?: string | undefined
  clauses: readonly ClauseReport[]
  checks: readonly CheckReport[]
  jobs: readonly JobReport[]
  waivers: readonly WaiverReport[]
  knownFailures?: KnownFailuresReport | undefined
  faults: readonly string[]
}

export function exitCodeOf(state: RunState): ExitCode {
  if (state.ended?.how === 'interrupted' || state.cut?.how === 'interrupted') return EXIT.interrupted
  if (state.faults.length > 0) return EXIT.suiteFault
  return { pass: EXIT.pass, fail: EXIT.fail, inconclusive: EXIT.noVerdict }[verdictOfRun(state)]
}

export function verdictOfRun(state: RunState): Report['verdict'] {
  const { clauses, began, waivers, knownFailures } = state
  const isBroken = (clause: ClauseReport) =>
    clause.verdict === 'fail' && gravityOf(clause, began.configuration) === 'broken'
  const isStale = waivers.some(({ state }) => state === 'stale') || (knownFailures?.stale.length ?? 0) > 0
  if (clauses.some(isBroken) || isStale) return 'fail'
  return whyNoVerdict(state) === undefined ? 'pass' : 'inconclusive'
}

/** About all must clauses, also those that --only left out. A waiver changes the verdict of the run, not this. */
export function conformanceOf(
  { clauses, faults }: Pick<RunState, 'clauses' | 'faults'>,
  whyNoVerdict: string | undefined,
): Pick<Report, 'conformant' | 'notJudged'> {
  const verdicts = new Map(clauses.map(({ id, verdict }) => [id, verdict]))
  const must = CLAUSES.filter(({ level }) => level === 'must').map(({ id }) => ({ id, verdict: verdicts.get(id) }))
  const notJudged = must.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'fail').map(({ id }) => id)
  const isCertain = notJudged.length === 0 && whyNoVerdict === undefined && faults.length === 0
  const conformant = must.some(({ verdict }) => verdict === 'fail') ? false : isCertain || 'unknown'
  return { conformant, notJudged }
}

export function whyNoVerdict(state: RunState): string | undefined {
  const { began, ended, cut, noJob, unanswered, clauses, checks, jobs } = state
  if (ended?.how !== 'whole') return ended?.why ?? 'the run was killed'
  if (cut) return cut.why
  const judged = clauses.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail')
  if (judged.length === 0) return `nothing could be judged${because(noJob ?? commonReason(clauses))}`
  if (judged.every(({ waived }) => waived !== undefined))
    return 'every clause that was tested failed and is waived or a known failure, so nothing passed'
  if (unanswered !== undefined) return `--only ${unanswered}: none of it could be judged`
  const jobsWanted = checks.some((check) => clause(check.clause).needs?.includes('finished-job'))
  if (jobsWanted && !jobs.some(isFinished) && !began.observed)
    return `no job finished, so jobs could not be judged${because(noJob)}`
  const untested = clauses.filter(({ level, verdict }) => level === 'must' && verdict !== 'pass' && verdict !== 'fail')
  if (!began.configuration.complete || untested.length === 0) return undefined
  const first = untested.slice(0, 3).map((clause) => clause.id)
  return `--complete: ${untested.length} must clauses were not tested (${first.join(', ')}${untested.length > 3 ? ' …' : ''})`
}

const isFinished = (job: JobReport) =>
  job.states.some(([, status]) => (FINAL_STATUSES as readonly (string | null)[]).includes(status))

const because = (reason: string | undefined) => (reason === undefined ? '' : `: ${reason}`)

function commonReason(clauses: readonly ClauseReport[]): string | undefined {
  const reasons = new Set(clauses.map(({ reason }) => reason))
  return reasons.size === 1 ? [...reasons][0] : undefined
}
