import type { Exchange } from '../runner/history/exchange.ts'

/** What is wrong with a probe is its body, and nothing else. */
export function probesTheBody({ purpose: { by, part, breaks, opinion } }: Exchange): boolean {
  if (part !== 'probe') return false
  return by.startsWith('submission.') || breaks?.startsWith('submission.') === true || opinion === 'refuse'
}

/** The name under which generated odd requests are sent. */
export const ODD_REQUESTS = 'generated odd requests'

/** So odd that something in front of the server may answer it. */
export function isHostile({ purpose: { by, breaks } }: Exchange): boolean {
  return by === ODD_REQUESTS || by.startsWith('robustness.') || breaks === 'answers.no-server-error'
}
