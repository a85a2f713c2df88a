import { setImmediate } from 'node:timers/promises'
import { SLICE_MS } from '../config/giving-way.ts'
import { LIMITS } from '../config/limits.ts'
import { timeAsTyped } from '../history/reading/words.ts'
import type { Stop } from '../judge/judging.ts'

/** Most requests take a fifth of it. */
export const MS_PER_REQUEST = 0.25
export const MS_AFTER_INTERRUPT = 1000

/** A run that took long has seen much, and so has one that sent many requests in little time. */
const SHARE_OF_THE_RUN = 1 / 50
/** Where others have the processors, until so many times as much time has passed as it may work. */
const BESIDE_OTHERS = 5

type Clock = {
  begun: number
  deadlineMs: number
  /** How many requests were sent. */
  requests: number
  interrupt?: AbortSignal | undefined
  giveUp?: AbortSignal | undefined
}

/** Judging is part of a run: it ends with it, or a little later where the run came to its end at the last moment. */
export function timeToJudge({ begun, deadlineMs, requests, interrupt, giveUp }: Clock): () => Stop | undefined {
  const start = performance.now()
  const worked = process.cpuUsage()
  const inProportion = Math.max(deadlineMs * SHARE_OF_THE_RUN, requests * MS_PER_REQUEST)
  const grace = LIMITS.judgingMs + inProportion
  const end = Math.max(begun + deadlineMs, start + grace)
  const workMs = () => {
    const { user, system } = process.cpuUsage(worked)
    return (user + system) / 1000
  }
  let interruptedAt: number | undefined
  return () => {
    const now = performance.now()
    if (interrupt?.aborted) interruptedAt ??= now
    if (giveUp?.aborted || now > (interruptedAt ?? now) + MS_AFTER_INTERRUPT)
      return { how: 'interrupted', why: 'the run was interrupted while it judged the history' }
    if (now <= end || (workMs() <= grace && now <= end + (BESIDE_OTHERS - 1) * grace)) return undefined
    const why = `the history could not be judged completely before the deadline (${timeAsTyped(deadlineMs)})`
    return { how: 'deadline', why }
  }
}

/** Step by step, so that an interrupt and whatever else is under way has its turn. */
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
