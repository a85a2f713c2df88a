/** By whom a reading was asked that is the first of its kind in traffic that nobody planned. */
export const FIRST_SIGHT = 'first sight'
