import { showsTheEnd, statusOf, succeeded } from '../history/reading/reading.ts'
import { beginningOf, type Recording } from '../history/recording.ts'
import type { Quickness } from './phase.ts'

export type Measured = { pace: Quickness; baseUrl: string; embedded: boolean; profile: string }

const LEAST_RESPONSES = 3

/** How fast the server of a recorded run was. Undefined without responses or finished jobs. */
export function paceIn(recording: Recording): Measured | undefined {
  const responses: number[] = []
  const finished: number[] = []
  /** Polls of unfinished jobs. */
  const polls = new Map<number, number>()
  let mostAtOnce = 0
  let wasFull = false
  for (const entry of recording) {
    if (entry.kind !== 'exchange') continue
    const { purpose, request, n, answer, sent, received, ms } = entry
    // Others were in parallel and may have delayed it.
    if (answer && received === sent + 1) responses.push(ms)
    if (request.method === 'POST' && statusOf(entry) === 429) wasFull = true
    if (!succeeded(entry)) continue
    if (purpose.part === 'submission') polls.set(n, 0)
    mostAtOnce = Math.max(mostAtOnce, polls.size)
    const before = polls.get(purpose.job ?? 0)
    if (before === undefined) continue
    polls.set(purpose.job!, before + 1)
    if (!showsTheEnd(entry)) continue
    polls.delete(purpose.job!)
    finished.push(before + 1)
  }
  const began = beginningOf(recording)
  if (!began || began.observed || responses.length < LEAST_RESPONSES || finished.length === 0) return undefined
  const capacity = wasFull && mostAtOnce > 0 ? { capacity: mostAtOnce } : {}
  return {
    pace: { answerMs: median(responses)!, polls: median(finished)!, ...capacity },
    baseUrl: began.target.baseUrl,
    embedded: began.target.embedded === true,
    profile: began.configuration.profile,
  }
}

function median(numbers: readonly number[]): number | undefined {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]
}
