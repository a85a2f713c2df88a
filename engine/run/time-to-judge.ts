import { setImmediate } from 'node:timers/promises'
import { SLICE_MS } from '../config/event-loop.ts'
import { LIMITS } from '../config/limits.ts'
import { timeAsTyped } from '../history/reading/words.ts'
import type { Stop } from '../judge/judging.ts'

/** Five times what most requests take. */
export const MS_PER_REQUEST = 0.25
export const MS_AFTER_INTERRUPT = 1000
const SHARE_OF_DEADLINE = 1 / 50
/** On a busy machine CPU time counts, up to so many times as long. */
const BUSY_MACHINE = 5

type Clock = {
  begun: number
  deadlineMs: number
  /** Number of requests of the run. */
  requests: number
  interrupt?: AbortSignal | undefined
  giveUp?: AbortSignal | undefined
}

/** Why judging must stop: at the deadline of the run, or some time after it if the run ended late. */
export function timeToJudge({ begun, deadlineMs, requests, interrupt, giveUp }: Clock): () => Stop | undefined {
  const start = performance.now()
  const cpuAtStart = process.cpuUsage()
  const grace = LIMITS.judgingMs + Math.max(deadlineMs * SHARE_OF_DEADLINE, requests * MS_PER_REQUEST)
  const end = Math.max(begun + deadlineMs, start + grace)
  const cpuMs = () => {
    const { user, system } = process.cpuUsage(cpuAtStart)
    return (user + system) / 1000
  }
  let interruptedAt: number | undefined
  return () => {
    const now = performance.now()
    if (interrupt?.aborted) interruptedAt ??= now
    if (giveUp?.aborted || now > (interruptedAt ?? now) + MS_AFTER_INTERRUPT)
      return { how: 'interrupted', why: 'the run was interrupted while it judged the history' }
    if (now <= end || (cpuMs() <= grace && now <= end + (BUSY_MACHINE - 1) * grace)) return undefined
    const why = `the history could not be judged completely before the deadline (${timeAsTyped(deadlineMs)})`
    return { how: 'deadline', why }
  }
}

/** Lets other work run after each slice, such as an interrupt. */
export async function inSlices<Judgement>(
  steps: Generator<void, Judgement, Stop | undefined>,
  whyToStop: () => Stop | undefined,
): Promise<Judgement> {
  let begun = performance.now()
  for (;;) {
    const { done, value } = steps.next(whyToStop())
    if (done) return value
    if (performance.now() - begun < SLICE_MS) continue
    await setImmediate()
    begun = performance.now()
  }
}
