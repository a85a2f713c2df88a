import type { Completed, Skipped } from '../../history/entry/entries.ts'
import { notEnoughRequests, OverBudget, RunIsOver } from '../../http/limits/over-budget.ts'
import type { Shared } from '../controls.ts'
import { Driver } from '../driver.ts'
import { OutOfTime } from '../driving/out-of-time.ts'
import type { Phase } from '../phase.ts'
import { whyItEnded } from './why-it-ended.ts'

/** Drives it to its end, however that comes, and writes it down. Gives back which limit on requests it met, if one. */
export async function drivePhase(phase: Phase, shared: Shared, interrupt?: AbortSignal): Promise<string | undefined> {
  const { history, vault } = shared
  try {
    if (shared.leftOut.has(phase.name)) throw notEnoughRequests(shared.configuration.maxRequests!)
    const drive = new Driver(phase, shared)
    await phase.drive(drive)
    if (hasBrokenOff(phase, shared)) throw new RunIsOver()
    history.append({ kind: 'driven', by: phase.name, ...(drive.hasLeftOut && { leftOut: 'for want of time' }) })
  } catch (error) {
    if (error instanceof OutOfTime) {
      history.append(endedLate(phase, error, shared))
      return undefined
    }
    history.append(whyItEnded(phase.name, error, { isInterrupted: interrupt?.aborted === true, vault }))
    if (error instanceof OverBudget && error.option === '--max-requests') return error.message
  }
  return undefined
}

function endedLate({ name }: Phase, { message: why }: OutOfTime, { history }: Shared): Completed | Skipped {
  if (history.recording.exchangesBy(name).length > 0) return { kind: 'driven', by: name, leftOut: 'for want of time' }
  return { kind: 'skipped', by: name, why, cause: { kind: 'run ended', how: 'deadline' } }
}

/** Its last request broke off with the run, which is no answer: whoever goes on asks again. */
function hasBrokenOff({ name }: Phase, { client, history }: Shared): boolean {
  return client.isOver && history.recording.exchangesBy(name).at(-1)?.failure?.kind === 'interrupted'
}
