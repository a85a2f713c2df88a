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

/** One part in so many of each limit is kept from orders, and half as much from what a server may take on. */
export const STAKE = 10

/**
 * What has to be refused is sent while there is room for what a broken server may make of it, and would else go unsent once
 * the last job is ordered: of a limit on jobs, `stake` is kept from orders, and of that `forOthers` is for what a lawful
 * server may make a job of as well.
 */
export function keptForRefusals(maxJobs: number, risksJobs: boolean): { stake: number; forOthers: number } {
  if (!risksJobs) return { stake: 0, forOthers: 0 }
  const stake = Math.max(Math.min(2, Math.floor(maxJobs / 2)), Math.floor(maxJobs / STAKE))
  return { stake, forOthers: Math.floor(stake / 2) }
}
