import type { Seen } from './seen.ts'

/** What a clock of milliseconds leaves open. */
const RESOLUTION_MS = 1

type Timed = Pick<Seen, 'at' | 'ms'>
type Event = { at: number; isAnswer: boolean; index: number }

/**
 * The order in which things happened, from the times that somebody wrote down. Of what may have overlapped, the request
 * comes first: then nothing is concluded from one about the other.
 */
export function inOrder<T extends Timed>(exchanges: readonly T[]): (T & Pick<Seen, 'sent' | 'received'>)[] {
  const events = exchanges.flatMap(({ at, ms }, index): Event[] => [
    { at, isAnswer: false, index },
    { at: at + Math.max(0, ms) + RESOLUTION_MS, isAnswer: true, index },
  ])
  events.sort((one, other) => one.at - other.at || Number(one.isAnswer) - Number(other.isAnswer))
  const sent: number[] = []
  const received: number[] = []
  for (const [tick, { isAnswer, index }] of events.entries()) (isAnswer ? received : sent)[index] = tick + 1
  return exchanges
    .map((each, index) => ({ ...each, sent: sent[index]!, received: received[index]! }))
    .sort((one, other) => one.received - other.received)
}
