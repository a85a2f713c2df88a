/** Who sends what is sent by no check and no phase of one suite, by the words that a purpose has for them. */

/** Whoever gets acquainted with a server. */
export const INTRODUCTION = 'introduction'

/** Bad requests that several phases send for each other, done or not. */
export const FOILS = 'foils'

/** Polls of the jobs that an earlier run left unfinished. */
export const LEFTOVERS = 'leftovers'

/** Requests of a client that gatecheck only observes. */
export const OBSERVED = 'observed'
