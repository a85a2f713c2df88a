import type { Profile, Wishes } from '../../../engine/config/configuration.ts'
import { lookingAgain } from './look-again.ts'

/** Limits of a nightly job: one second of video and some requests; polls of its job come on top. */
export const OF_A_CHECK = { maxRequests: 60, pollsAside: true }
/** A server that accepts what it used to refuse makes one more job. */
export const JOBS_OF_A_CHECK = 2

/** A baseline is recorded once and sees more, so that each check can do with less. */
const OF_A_ROUND = { readings: 5, jobs: 4 }
const AGAIN_IN_A_CHECK = { readings: 3, jobs: 0 }

type Asking = { wishes: Wishes; besides: ReturnType<typeof lookingAgain> }

/** `isLean`: one round with one job, as in a check. */
export function askingToRecord(wishes: Wishes, profile: Profile = 'smoke', isLean = false): Asking {
  const looks = isLean ? { ...OF_A_ROUND, jobs: 0 } : OF_A_ROUND
  return { wishes: { ...forDrift(wishes), profile }, besides: lookingAgain(looks) }
}

/** The smallest profile by default, with the seed of the baseline. */
export function askingToCheck(wishes: Wishes, seed: number, profile: Profile = 'smoke'): Asking {
  const { maxJobs = JOBS_OF_A_CHECK, maxRequests } = wishes
  const bounds = profile === 'smoke' ? { ...(maxRequests === undefined && OF_A_CHECK), maxJobs } : {}
  return {
    wishes: { ...forDrift(wishes), ...bounds, profile, seed: wishes.seed ?? seed },
    besides: lookingAgain(AGAIN_IN_A_CHECK),
  }
}

/** Options about the verdict of a run do not matter. */
function forDrift(wishes: Wishes): Wishes {
  return { ...wishes, strict: false, complete: false, waive: [] }
}
