import type { Exchange } from '../runner/history/exchange.ts'

/** What is wrong with a probe is its body, and nothing else. */
export function probesTheBody({ purpose: { part, wrong, opinion } }: Exchange): boolean {
  return part === 'probe' && (wrong?.includes('body') === true || opinion === 'refuse')
}

/** The name under which generated odd requests are sent. */
export const ODD_REQUESTS = 'generated odd requests'

/** So odd that something in front of the server may answer it. */
export function isHostile({ purpose: { wrong } }: Exchange): boolean {
  return wrong?.includes('oddity') === true
}
