/** The cookie of a session. */
export const SESSION = 'session'
/** A change carries one form in this header, and its answer brings the next. */
export const FORM = 'gatecheck-form'
export const NEXT_FORM = 'gatecheck-next-form'
