import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Wishes } from '../../engine/config/configuration.ts'
import { readHistory, UnreadableHistory } from '../../engine/history/recorded.ts'
import { HISTORY_FILE } from '../../engine/run/folder/files.ts'
import { type Measured, paceIn } from '../../engine/run/pace.ts'
import type { Quickness } from '../../engine/run/phase.ts'
import { secondsAt, throughputAt } from '../../engine/run/planning/estimate.ts'
import type { PlannedRun, RunPlan } from '../../engine/run/planning/plan.ts'
import type { Probed } from '../../engine/run/probe.ts'
import type { Prepared } from '../../engine/run/run.ts'
import type { Outlook } from '../../reporters/plan/time.ts'
import { changesThatFit } from './fit.ts'

/** For an unknown server: a local one responds at once. */
const ASSUMED: Record<'near' | 'far', Quickness> = { near: { answerMs: 4, polls: 3 }, far: { answerMs: 200, polls: 5 } }

/** Durations of a job in seconds, if jobs were not measured. */
const JOBS_MAY_TAKE = [10, 60, 120]

const ON_THIS_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Output folder of the run, which may have an earlier run. */
type Place = { dir: string; local: boolean }
type More = {
  probed?: Probed | undefined
  /** Plans again with other options. */
  replan?: ((change: Wishes) => PlannedRun) | undefined
}

/** Estimated duration: at the pace of a probe or an earlier run of the same server, else at an assumed one. */
export function outlookOf({ plan, target }: Prepared, { dir, local }: Place, { probed, replan }: More = {}): Outlook {
  const measured = measuredIn(dir, target.baseUrl, local, plan.plan)
  const isNear = ON_THIS_MACHINE.test(new URL(target.baseUrl).hostname)
  const pace: Quickness = {
    ...(measured?.pace ?? ASSUMED[isNear ? 'near' : 'far']),
    ...probed?.pace,
    ...(probed?.free !== undefined && { capacity: Math.max(1, probed.free) }),
  }
  const { configuration } = plan.input
  const { deadlineMs, pollIntervalMs } = configuration
  const at = (other: Partial<Quickness>, ms = deadlineMs) => secondsAt({ ...pace, ...other }, plan, ms)
  const seconds = at({})
  const wholeSeconds = at({}, Number.POSITIVE_INFINITY)
  const isCut = seconds > deadlineMs / 1000 || wholeSeconds > seconds
  const pollsIn = (jobSeconds: number) => 1 + Math.ceil((jobSeconds * 1000) / pollIntervalMs)
  return {
    seconds,
    pace,
    perSecond: throughputAt(pace, configuration),
    ...(measured && { measured }),
    ...(probed && { probed }),
    ...(probed && !measured && plan.plan.jobs > 0
      ? { ifJobsTake: JOBS_MAY_TAKE.map((each) => [each, at({ polls: pollsIn(each) }, Number.POSITIVE_INFINITY)]) }
      : {}),
    perTenth: at({ answerMs: pace.answerMs + 100 }) - seconds,
    perPoll: at({ polls: pace.polls + 1 }) - seconds,
    deadlineSeconds: deadlineMs / 1000,
    wholeSeconds,
    fitting: isCut && replan ? changesThatFit(plan, pace, replan) : [],
  }
}

/** The embedded service has another port each time. */
function measuredIn(dir: string, baseUrl: string, local: boolean, planned: RunPlan): Measured | undefined {
  const path = join(dir, HISTORY_FILE)
  if (!existsSync(path)) return undefined
  try {
    const measured = paceIn(readHistory(path), planned)
    const isTheSame = measured && (local ? measured.embedded : measured.baseUrl === baseUrl)
    return isTheSame ? measured : undefined
  } catch (error) {
    // A plan needs it only for an estimate.
    if (error instanceof UnreadableHistory || (error instanceof Error && 'syscall' in error)) return undefined
    throw error
  }
}
