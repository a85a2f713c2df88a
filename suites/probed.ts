import type { Exchange } from '../engine/history/entry/exchange.ts'

/** What is wrong with a probe is its body, whatever else is. */
export function probesTheBody({ purpose: { part, wrong, opinion } }: Exchange): boolean {
  return part === 'probe' && (wrong?.includes('body') === true || opinion === 'refuse')
}

/** More than this may be refused for its length, and with a word of its own. */
const LONG_BODY = 4096

/** It may be refused for something else than what its body asks for, which the interface has no word for. */
export function mayBeRefusedForAnotherReason({ purpose: { wrong }, request: { body = '' } }: Exchange): boolean {
  return wrong?.includes('manner') === true || body.length > LONG_BODY
}

/** The name under which generated unusual requests are sent. */
export const ODD_REQUESTS = 'unusual requests'

/** So odd that something in front of the server may answer it. */
export function isHostile({ purpose: { wrong } }: Exchange): boolean {
  return wrong?.includes('oddity') === true
}
