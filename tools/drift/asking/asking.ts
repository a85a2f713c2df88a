import type { Profile, Wishes } from '../../../engine/config/configuration.ts'
import { lookingAgain } from './look-again.ts'

/** What a nightly job may cost: a second of video, and so many requests; the polls of its job come on top. */
export const OF_A_CHECK = { maxRequests: 60, pollsAside: true }
/** A server that accepts what it used to refuse makes one job more, and no third. */
export const JOBS_OF_A_CHECK = 2

/** A baseline sees more, once, so that a check can do with less, each night. */
const OF_A_ROUND = { readings: 5, jobs: 4 }
const AGAIN_IN_A_CHECK = { readings: 3, jobs: 0 }

type Asking = { wishes: Wishes; besides: ReturnType<typeof lookingAgain> }

/** `isLean`: one round with one job, as a check sends it. */
export function askingToRecord(wishes: Wishes, profile: Profile = 'smoke', isLean = false): Asking {
  const looks = isLean ? { ...OF_A_ROUND, jobs: 0 } : OF_A_ROUND
  return { wishes: { ...forDrift(wishes), profile }, besides: lookingAgain(looks) }
}

/** The smallest profile unless more is asked for, with the seed of the baseline. */
export function askingToCheck(wishes: Wishes, seed: number, profile: Profile = 'smoke'): Asking {
  const { maxJobs = JOBS_OF_A_CHECK, maxRequests } = wishes
  const bounds = profile === 'smoke' ? { ...(maxRequests === undefined && OF_A_CHECK), maxJobs } : {}
  return {
    wishes: { ...forDrift(wishes), ...bounds, profile, seed: wishes.seed ?? seed },
    besides: lookingAgain(AGAIN_IN_A_CHECK),
  }
}

/** Whether a run passes is another question. */
function forDrift(wishes: Wishes): Wishes {
  return { ...wishes, strict: false, complete: false, waive: [] }
}
