import type { Profile } from '../../config/configuration.ts'

/** Failed clauses whose request is sent again; others probably have the same causes. */
export const MOST_CLAUSES: Record<Profile, number> = { smoke: 3, standard: 10, full: 10 }
export const TIMES = 3
/** Repeats of a request that fails intermittently. */
export const TIMES_IF_INTERMITTENT = 12

/** Maximum number of requests. */
export const mostRepeated = (profile: Profile) => MOST_CLAUSES[profile] * (TIMES_IF_INTERMITTENT + 2 * TIMES)
