import type { Profile } from '../../config/configuration.ts'

/** Failed clauses whose request is sent again; the others are likely to have the same causes. */
export const MOST_CLAUSES: Record<Profile, number> = { smoke: 3, standard: 10, full: 10 }
export const TIMES = 3
/** A request that fails now and then is sent so often. */
export const TIMES_IF_INTERMITTENT = 12

/** Requests, at most. */
export const mostRepeated = (profile: Profile) => MOST_CLAUSES[profile] * (TIMES_IF_INTERMITTENT + 2 * TIMES)
