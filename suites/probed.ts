import type { Exchange } from '../engine/history/entry/exchange.ts'

/** The mistake of the probe is in its body. */
export function probesTheBody({ purpose: { part, wrong, opinion } }: Exchange): boolean {
  return part === 'probe' && (wrong?.includes('body') === true || opinion === 'refuse')
}

/** Longer bodies may be refused for their length, with another error code. */
const LONG_BODY = 4096

/** The body may be refused for a reason other than its content, for which the specification has no error code. */
export function mayBeRefusedForAnotherReason({ purpose: { wrong }, request: { body = '' } }: Exchange): boolean {
  return wrong?.includes('manner') === true || body.length > LONG_BODY
}

/** The name under which generated unusual requests are sent. */
export const ODD_REQUESTS = 'unusual requests'

/** So unusual that a proxy in front of the server may respond. */
export function isHostile({ purpose: { wrong } }: Exchange): boolean {
  return wrong?.includes('oddity') === true
}
