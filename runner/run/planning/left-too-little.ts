import type { Cost, Phase } from '../../driving/phase.ts'
import type { Shares } from '../../wire/limits/shares.ts'

/** Where no job is left to a phase, and no more than one part in so many of its requests, it shows nothing. */
const TOO_LITTLE = 4

type Costs = ReadonlyMap<Phase, Cost>

/** Why a limit leaves a phase next to nothing of all that it would send, if so. */
export function whyTooLittle(
  phase: Phase,
  shares: Shares | undefined,
  within: Costs,
  wanted: Costs,
): string | undefined {
  const [left, all] = [within.get(phase), wanted.get(phase)]
  const isLittle = left && all && !left.jobs && left.requests < all.requests / TOO_LITTLE
  return shares && isLittle ? `${shares.limit.option} ${shares.limit.most} leaves too little for it` : undefined
}
