import { sha256 } from '../secrets.ts'

/** Some attempts are free; from then on the delay doubles up to a limit. Old attempts are forgotten. */
type Bounds = { free: number; firstWaitMs: number; longestWaitMs: number; forgottenAfterMs: number; most: number }

type Tries = { count: number; lastAt: number; freeAt: number }

export type Throttle = {
  /** Milliseconds until the next attempt is allowed. */
  waitOf(who: string): number
  take(who: string): void
  /** Takes back a successful attempt. */
  giveBack(who: string): void
  forget(who: string): void
  readonly size: number
}

/**
 * A refused attempt does not extend the delay, and delays are limited: an attacker can delay the owner, but not lock
 * them out.
 */
export function throttle(bounds: Bounds, now = () => Date.now()): Throttle {
  const known = new Map<string, Tries>()
  const of = (who: string): Tries | undefined => {
    const tries = known.get(sha256(who))
    return tries && now() - tries.lastAt < bounds.forgottenAfterMs ? tries : undefined
  }
  return {
    waitOf: (who) => Math.max(0, (of(who)?.freeAt ?? 0) - now()),
    take(who) {
      const count = (of(who)?.count ?? 0) + 1
      const name = sha256(who)
      known.delete(name)
      known.set(name, { count, lastAt: now(), freeAt: now() + waitAfter(count, bounds) })
      if (known.size > bounds.most) known.delete(known.keys().next().value!)
    },
    giveBack(who) {
      const tries = of(who)
      if (tries) known.set(sha256(who), { ...tries, count: tries.count - 1, freeAt: now() })
    },
    forget(who) {
      known.delete(sha256(who))
    },
    get size() {
      return known.size
    },
  }
}

function waitAfter(count: number, { free, firstWaitMs, longestWaitMs }: Bounds): number {
  return count < free ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(30, count - free))
}
