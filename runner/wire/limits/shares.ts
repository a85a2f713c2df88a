/** How many jobs each phase may make where a limit bounds them. */
export type Shares = {
  /** By the name of the phase, in the order in which they matter: a second look takes from those that come behind. */
  of: ReadonlyMap<string, number>
  /** What nobody has a use for that is known beforehand. */
  spare: number
  /** What is kept, besides, for those who have no share: whatever a server may refuse or take on. */
  others: number
}

export const noShareLeft = (maxJobs: number) => `what --max-jobs ${maxJobs} leaves for it is used up`

/** One part in so many of each limit is kept; of a small one, room for so many jobs of the usual kind, as far as half of it goes. */
const STAKE = 10
const LEAST = 2

/** In jobs, seconds or money: `others` is for what a lawful server may make a job of as well. */
export type Kept = { stake: number; others: number }

const NOTHING_KEPT: Kept = { stake: 0, others: 0 }

/**
 * What has to be refused is sent while there is room for what a broken server may make of it, and would else go unsent once
 * the last job is ordered: of a limit, `stake` is kept from orders.
 */
export function keptOf(limit: number, ofOne: number): Kept {
  const few = ofOne > 0 ? Math.min(LEAST, Math.floor(limit / 2 / ofOne)) : 0
  const [part, least] = [limit / STAKE, few * ofOne]
  return part > least ? { stake: part, others: part / 2 } : { stake: least, others: Math.floor(few / 2) * ofOne }
}

export function jobsKept(maxJobs: number, risksJobs: boolean): Kept {
  if (!risksJobs) return NOTHING_KEPT
  const { stake, others } = keptOf(maxJobs, 1)
  return { stake: Math.floor(stake), others: Math.floor(others) }
}
