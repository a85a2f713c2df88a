// Values of `purpose.by` other than checks and phases of one suite.

/** Discovery. */
export const INTRODUCTION = 'introduction'

/** Invalid requests that several phases share. */
export const FOILS = 'foils'

/** Polls of jobs that an earlier run left unfinished. */
export const LEFTOVERS = 'leftovers'

/** Requests of failed clauses, sent again. */
export const REPRODUCTION = 'reproduction'

/** Requests of a client that gatecheck only observes. */
export const OBSERVED = 'observed'
