import type { Configuration } from './configuration.ts'

/** What a user may bound, and nobody bounds otherwise. */
export type OptionBound = {
  /** How a run is told. */
  field: keyof Configuration
  reason: string
  beyond: string
  /** The test that shows it. */
  heldBy: string
}

const EVERY_WAY = 'suites/whole-runs/never-more-than-allowed.slow.test.ts'
const LEFT_OUT = 'It is left out, and what needs it is inconclusive.'

/** Whoever pays for a server, or shares it, knows what it may be asked; a run tells beforehand what it would ask. */
export const OPTION_BOUNDS: Record<`--${string}`, OptionBound> = {
  '--max-jobs': {
    field: 'maxJobs',
    reason: 'Jobs that a server has taken on, and those of which nobody knows: each is paid for.',
    beyond: LEFT_OUT,
    heldBy: EVERY_WAY,
  },
  '--max-video-seconds': {
    field: 'maxVideoSeconds',
    reason: 'Video in all that was asked for, which is what most servers charge for.',
    beyond: LEFT_OUT,
    heldBy: EVERY_WAY,
  },
  '--max-cost': {
    field: 'maxCost',
    reason: 'Money, by the prices of the user, with all that may have been taken on.',
    beyond: LEFT_OUT,
    heldBy: EVERY_WAY,
  },
  '--max-requests': {
    field: 'maxRequests',
    reason: 'Requests of all kinds, files and polls included; up to half of them are kept for polls.',
    beyond: LEFT_OUT,
    heldBy: EVERY_WAY,
  },
  '--rate': {
    field: 'rate',
    reason: 'Requests in any second, where others need the server, or it refuses who asks too fast.',
    beyond: 'It waits for its turn; what has none before the deadline is inconclusive.',
    heldBy: EVERY_WAY,
  },
  '--max-duration': {
    field: 'maxDuration',
    reason: 'Seconds of one video that the account may ask for.',
    beyond: LEFT_OUT,
    heldBy: 'suites/limits/order-book.test.ts',
  },
  '--max-resolution': {
    field: 'maxResolution',
    reason: 'The resolution that the account may ask for.',
    beyond: LEFT_OUT,
    heldBy: 'suites/limits/order-book.test.ts',
  },
}
