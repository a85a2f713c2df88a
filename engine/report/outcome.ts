import { clause } from '../../spec/clauses.ts'
import { FINAL_STATUSES } from '../../spec/words.ts'
import type { Began, Ended, JudgingCutShort } from '../history/entry/entries.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import type { CheckReport, ClauseReport, JobReport, WaiverReport } from './report.ts'
import { gravityOf } from './waivers.ts'

const isFinal = (status: string | null) => (FINAL_STATUSES as readonly (string | null)[]).includes(status)

export type RunState = {
  began: Began
  ended: Ended | undefined
  /** How far it was judged, if not to the end. */
  cut?: JudgingCutShort | undefined
  noJob?: string | undefined
  /** What was asked for by name, and nothing came of, if so. */
  unanswered?: string | undefined
  clauses: readonly ClauseReport[]
  checks: readonly CheckReport[]
  jobs: readonly JobReport[]
  waivers: readonly WaiverReport[]
  faults: readonly string[]
}

export function exitCodeOf(state: RunState): ExitCode {
  if (state.ended?.how === 'interrupted' || state.cut?.how === 'interrupted') return EXIT.interrupted
  if (state.faults.length > 0) return EXIT.suiteFault
  return { pass: EXIT.pass, fail: EXIT.fail, inconclusive: EXIT.noVerdict }[verdictOfRun(state)]
}

export function verdictOfRun(state: RunState): 'pass' | 'fail' | 'inconclusive' {
  const { clauses, began, waivers } = state
  const breaks = (clause: ClauseReport) =>
    clause.verdict === 'fail' && gravityOf(clause, began.configuration) === 'broken'
  // A list of known failures that nobody tends is worse than none.
  if (clauses.some(breaks) || waivers.some(({ state }) => state === 'stale')) return 'fail'
  return whyNoVerdict(state) === undefined ? 'pass' : 'inconclusive'
}

export function whyNoVerdict({
  began,
  ended,
  cut,
  noJob,
  unanswered,
  clauses,
  checks,
  jobs,
}: RunState): string | undefined {
  if (ended?.how !== 'whole') return ended?.why ?? 'the run was killed'
  if (cut) return cut.why
  const judged = clauses.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail')
  if (judged.length === 0) return `nothing could be judged${why(noJob ?? oneReasonOf(clauses))}`
  if (judged.every(({ waived }) => waived !== undefined))
    return 'every clause that was tested failed and is waived, so nothing passed'
  if (unanswered !== undefined) return `--only ${unanswered}: none of it could be judged`
  const anyEnded = jobs.some((job) => job.states.some(([, status]) => isFinal(status)))
  const jobsWanted = checks.some((check) => clause(check.clause).needs?.includes('finished-job'))
  if (jobsWanted && !anyEnded && !began.observed) return `no job finished, so jobs could not be judged${why(noJob)}`
  const open = clauses.filter(
    (clause) => clause.level === 'must' && (clause.verdict === 'skip' || clause.verdict === 'inconclusive'),
  )
  if (began.configuration.complete && open.length > 0) {
    return `--complete: ${open.length} must clauses were not tested (${open
      .slice(0, 3)
      .map((clause) => clause.id)
      .join(', ')}${open.length > 3 ? ' …' : ''})`
  }
  return undefined
}

const why = (reason: string | undefined) => (reason === undefined ? '' : `: ${reason}`)

function oneReasonOf(clauses: readonly ClauseReport[]): string | undefined {
  const reasons = new Set(clauses.map(({ reason }) => reason))
  return reasons.size === 1 ? [...reasons][0] : undefined
}
