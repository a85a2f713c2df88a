import type { Shares } from '../../http/limits/shares.ts'
import type { Cost, Phase } from '../driving/phase.ts'

/** Where no job is left to a phase that makes some, and no more than one part in so many of its requests, it shows nothing. */
const TOO_LITTLE = 4
/** One that makes none shows something with each request, but for a good one before and behind the others. */
const GOOD_ONES = 2

type Costs = ReadonlyMap<Phase, Cost>

/** Why a limit leaves a phase next to nothing of all that it would send, if so. */
export function whyTooLittle(
  phase: Phase,
  shares: Shares | undefined,
  within: Costs,
  wanted: Costs,
): string | undefined {
  const [left, all] = [within.get(phase), wanted.get(phase)]
  const isLittle =
    left && all && !left.jobs && left.requests < all.requests / TOO_LITTLE && (all.jobs || left.requests <= GOOD_ONES)
  return shares && isLittle ? `${shares.limit.option} ${shares.limit.most} is too low for it` : undefined
}
