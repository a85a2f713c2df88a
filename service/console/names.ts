export const SESSION = 'session'
/** Header with the form token of a change; the response carries the next token. */
export const FORM = 'gatecheck-form'
export const NEXT_FORM = 'gatecheck-next-form'
