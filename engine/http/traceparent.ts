import { randomBytes } from 'node:crypto'

/**
 * W3C Trace Context, with a trace of its own for each request: many servers log the trace id only. Not seeded, so that
 * a repeated run has other ids.
 */
export const newTraceparent = (): string => `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`
