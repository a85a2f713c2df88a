import type { Configuration } from './configuration.ts'

/** Limits that only the user sets. */
export type OptionBound = {
  /** Field of the configuration. */
  field: keyof Configuration
  reason: string
  beyond: string
  /** Test of the limit. */
  heldBy: string
}

const EVERY_WAY = 'suites/whole-runs/never-more-than-allowed.slow.test.ts'
const LEFT_OUT = 'The request is not sent, and clauses that need it are inconclusive.'

/** A run states its maximum before it starts; these options lower it. */
export const OPTION_BOUNDS: Record<`--${string}`, OptionBound> = {
  '--max-jobs': {
    field: 'maxJobs',
    reason: 'Jobs that the server accepted or may have accepted; each costs money.',
    beyond: LEFT_OUT,
    heldBy: EVERY_WAY,
  },
  '--max-video-seconds': {
    field: 'maxVideoSeconds',
    reason: 'Requested video in seconds, which most servers charge for.',
    beyond: LEFT_OUT,
    heldBy: EVERY_WAY,
  },
  '--max-cost': {
    field: 'maxCost',
    reason: 'Cost by --prices of all jobs that the server accepted or may have accepted.',
    beyond: LEFT_OUT,
    heldBy: EVERY_WAY,
  },
  '--max-requests': {
    field: 'maxRequests',
    reason: 'All requests, including downloads and polls; up to half of them are reserved for polls.',
    beyond: LEFT_OUT,
    heldBy: EVERY_WAY,
  },
  '--rate': {
    field: 'rate',
    reason: 'Requests in any second, for shared servers and servers with rate limits.',
    beyond: 'The request waits. Clauses that need requests not sent before the deadline are inconclusive.',
    heldBy: EVERY_WAY,
  },
  '--max-duration': {
    field: 'maxDuration',
    reason: 'Longest video that the account may request, in seconds.',
    beyond: LEFT_OUT,
    heldBy: 'suites/limits/order-book.test.ts',
  },
  '--max-resolution': {
    field: 'maxResolution',
    reason: 'Largest resolution that the account may request.',
    beyond: LEFT_OUT,
    heldBy: 'suites/limits/order-book.test.ts',
  },
}
