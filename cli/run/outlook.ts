import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readHistory, UnreadableHistory } from '../../engine/history/recorded.ts'
import { HISTORY_FILE } from '../../engine/run/folder/files.ts'
import { type Measured, paceIn } from '../../engine/run/pace.ts'
import type { Quickness } from '../../engine/run/phase.ts'
import { secondsAt } from '../../engine/run/planning/estimate.ts'
import type { RunPlan } from '../../engine/run/planning/plan.ts'
import type { Prepared } from '../../engine/run/run.ts'
import type { Outlook } from '../../reporters/plan/time.ts'

/** Of a server that nobody has asked yet: one on this machine answers at once. */
const ASSUMED: Record<'near' | 'far', Quickness> = { near: { answerMs: 4, polls: 3 }, far: { answerMs: 200, polls: 5 } }

/** In minutes: those that somebody would type. */
const DEADLINES = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 1440]

const ON_THIS_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** How long a run will take, in the pace of an earlier one of the same server, where there is one. */
export function outlookOf({ plan, target }: Prepared, dir: string, local: boolean): Outlook {
  const measured = measuredIn(dir, target.baseUrl, local, plan.plan)
  const isNear = ON_THIS_MACHINE.test(new URL(target.baseUrl).hostname)
  const pace = measured?.pace ?? ASSUMED[isNear ? 'near' : 'far']
  const { configuration } = plan.input
  const at = (other: Partial<Quickness>, deadlineMs = configuration.deadlineMs) =>
    secondsAt({ ...pace, ...other }, plan, deadlineMs)
  const seconds = at({})
  const wholeSeconds = at({}, Number.POSITIVE_INFINITY)
  const enoughMinutes = DEADLINES.find(
    (minutes) => wholeSeconds < minutes * 50 && at({}, minutes * 60_000) >= wholeSeconds,
  )
  return {
    seconds,
    pace,
    ...(measured && { measured }),
    perTenth: at({ answerMs: pace.answerMs + 100 }) - seconds,
    perPoll: at({ polls: pace.polls + 1 }) - seconds,
    deadlineSeconds: configuration.deadlineMs / 1000,
    wholeSeconds,
    ...(enoughMinutes !== undefined && { enoughMinutes }),
  }
}

/** The embedded service listens elsewhere each time. */
function measuredIn(dir: string, baseUrl: string, local: boolean, planned: RunPlan): Measured | undefined {
  const path = join(dir, HISTORY_FILE)
  if (!existsSync(path)) return undefined
  try {
    const measured = paceIn(readHistory(path), planned)
    const isTheSame = measured && (local ? measured.embedded : measured.baseUrl === baseUrl)
    return isTheSame ? measured : undefined
  } catch (error) {
    // A plan needs it for its guess alone.
    if (error instanceof UnreadableHistory || (error instanceof Error && 'syscall' in error)) return undefined
    throw error
  }
}
