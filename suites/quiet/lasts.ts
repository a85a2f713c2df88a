import type { PlanInput, Quickness } from '../../engine/run/driving/phase.ts'
import { max, POLLS_AT_REST, restsOf } from './cost.ts'
import { LONGER, leastRest } from './experiment.ts'
import { SLOWER } from './quiet-jobs.ts'

/** One job after the other: polled fast, polled slowly, and left alone for longer than the slow one took. */
export function lasts(input: PlanInput, { answerMs, polls }: Quickness): number {
  const { profile, pollIntervalMs: interval } = input.configuration
  if (profile === 'smoke') return 0
  const { rested, requests } = restsOf(input)
  const isFull = profile === 'full'
  const fast = polls * (interval + answerMs)
  const slow = polls * (SLOWER * interval + answerMs)
  const oneRested = Math.max(leastRest(input.configuration), slow * LONGER, requests * answerMs) + fast
  // One that takes some way to its end is left alone in the midst of it, too.
  const times = isFull && polls > 2 ? 2 : 1
  const others = (max(input).requests - rested * requests) * answerMs
  return POLLS_AT_REST * interval + fast + slow + times * oneRested + others
}
