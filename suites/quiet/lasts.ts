import type { Prospect, Quickness } from '../../engine/run/driving/phase.ts'
import { cost, POLLS_AT_REST, restsOf } from './cost.ts'
import { LONGER, leastRest } from './experiment.ts'
import { SLOWER } from './quiet-jobs.ts'

/** One job after the other: polled fast, polled slowly, and left alone for longer than the slow one took. */
export function lasts(prospect: Prospect, { answerMs, polls }: Quickness): number {
  const { profile, pollIntervalMs: interval } = prospect.configuration
  if (profile === 'smoke') return 0
  const { rested, requests } = restsOf(prospect)
  const isFull = profile === 'full'
  const fast = polls * (interval + answerMs)
  const slow = polls * (SLOWER * interval + answerMs)
  const oneRested = Math.max(leastRest(prospect.configuration), slow * LONGER, requests * answerMs) + fast
  // One that takes some way to its end is left alone in the midst of it, too.
  const times = isFull && polls > 2 ? 2 : 1
  const others = (cost(prospect).requests - rested * requests) * answerMs
  return POLLS_AT_REST * interval + fast + slow + times * oneRested + others
}
