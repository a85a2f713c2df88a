import type { Moment } from '../outcome/clients/report.ts'

/** The Retry-After of a 429 and the actual wait. Milliseconds since the scenario began. */
export type Wait = { from: number; askedMs: number; keptMs?: number; of: 'submission' | 'poll' }

/** For each 429 with Retry-After, the time until the client repeated the request. */
export function waitsIn(moments: readonly Moment[]): Wait[] {
  return moments.flatMap((moment, index): Wait[] => {
    const { kind, wait, at, ms } = moment
    if (wait === undefined || (kind !== 'submission' && kind !== 'poll')) return []
    const next = moments.slice(index + 1).find((each) => each.kind === kind)
    const from = at + ms
    return [{ from, askedMs: wait * 1000, of: kind, ...(next && { keptMs: Math.max(0, next.at - from) }) }]
  })
}

/** Pauses between the response to a poll and the next poll. */
export function pausesIn(moments: readonly Moment[]): number[] {
  const polls = moments.filter(({ kind }) => kind === 'poll')
  return polls.slice(1).map(({ at }, index) => Math.max(0, at - polls[index]!.at - polls[index]!.ms))
}
