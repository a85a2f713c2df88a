import type { Purpose } from '../history/entry/exchange.ts'
import type { Rank } from './connections/by-rank.ts'

/** Jobs ripen poll by poll, and nothing else of a run takes as long; some wait for another account's look at them. */
export function rankOf({ part, foreign }: Purpose, spare = false): Rank {
  if (part === 'poll' || part === 'submission' || foreign !== undefined) return 'urgent'
  return spare ? 'spare' : 'usual'
}

/** What has no job in mind can wait until the others have theirs. */
export function hasNoJobInMind({ part, open }: Purpose): boolean {
  return open === undefined && (part === 'probe' || part === 'observation')
}
