import { sha256 } from '../secrets.ts'

/** So many tries are free; from then on each wait is twice the last, up to the longest; what is long ago is forgotten. */
type Bounds = { free: number; firstWaitMs: number; longestWaitMs: number; forgottenAfterMs: number; most: number }

type Tries = { count: number; lastAt: number; freeAt: number }

export type Throttle = {
  /** How many ms until it may be tried again. */
  waitOf(who: string): number
  take(who: string): void
  /** Of one who was right: that try was none. */
  giveBack(who: string): void
  forget(who: string): void
  readonly size: number
}

/**
 * A try that is refused makes no wait longer, and no wait is longer than its bound: whoever keeps trying as somebody else
 * delays them, and never locks them out.
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
