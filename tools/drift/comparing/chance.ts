/** How many of the sightings showed it. */
export type Share = { shown: number; of: number }

/** Below this probability, a difference is not random. */
const SELDOM = 0.01
/** The same for unsteady behaviour, which may look like a change in any check. */
const MOST_SELDOM = 0.0001

/** For a place where everything varies. */
export const MOST_DOUBT = 0.5

export function limitOf(before: Share | undefined, doubt: number): number {
  return (before?.shown ?? 0) > 0 || doubt >= MOST_DOUBT ? MOST_SELDOM : SELDOM
}

/**
 * Probability that an unchanged server shows something at least this often, given earlier sightings. Most behaviour is
 * always or never seen; `doubt` says how much of it varies: 0 for a server that never varies. (Tail of the
 * beta-binomial distribution, after a beta prior with its mass at the ends.)
 */
export function chanceOf(before: Share, now: Share, doubt: number): number {
  const often = doubt + before.shown
  const seldom = doubt + before.of - before.shown
  let tail = 0
  for (let shown = now.shown; shown <= now.of; shown++)
    tail += Math.exp(
      logChoose(now.of, shown) + logBeta(often + shown, seldom + now.of - shown) - logBeta(often, seldom),
    )
  return Math.min(1, tail)
}

/** Sightings needed on both days to rule out chance at the current rate. */
export function sightingsNeeded(before: Share, now: Share, doubt: number, most = 200): number | undefined {
  for (let of = now.of; of <= most; of++)
    if (chanceOf(looked(of, before), looked(of, now), doubt) < limitOf(before, doubt)) return of
  return undefined
}

/** The same share with at least this many sightings. */
function looked(times: number, share: Share): Share {
  if (share.of >= times) return share
  return { shown: share.of === 0 ? 0 : Math.round((share.shown / share.of) * times), of: times }
}

const logChoose = (of: number, chosen: number) => logGamma(of + 1) - logGamma(chosen + 1) - logGamma(of - chosen + 1)
const logBeta = (one: number, other: number) => logGamma(one) + logGamma(other) - logGamma(one + other)

/** Where Stirling's series is exact to ten digits. */
const LARGE = 10

function logGamma(value: number): number {
  if (value < LARGE) return logGamma(value + 1) - Math.log(value)
  return (value - 0.5) * Math.log(value) - value + Math.log(2 * Math.PI) / 2 + 1 / (12 * value) - 1 / (360 * value ** 3)
}
