import { BOUNDS } from '../../settings/bounds/bounds.ts'
import type { Configuration } from '../../settings/configuration.ts'
import { isOnThisMachine, type Target } from '../../settings/target.ts'
import { ByRank, type Rank } from './by-rank.ts'

/** A server on this machine is nobody else's. */
export function mostInFlight({ origin }: Target, { concurrency }: Configuration): number {
  return concurrency ?? (isOnThisMachine(new URL(origin)) ? Number.POSITIVE_INFINITY : BOUNDS.inFlight.most)
}

/** No more than so many requests are under way at once, whatever they are for and wherever they go. */
export class InFlight {
  readonly #most: number
  readonly #waiting = new ByRank<() => void>()
  #underWay = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Resolves when one more may be sent. Whoever is let in says when it is done, once. */
  async enter(rank: Rank = 'usual'): Promise<() => void> {
    if (this.#underWay < this.#most) this.#underWay++
    else await new Promise<void>((resolve) => this.#waiting.add(rank, resolve))
    let isDone = false
    return () => {
      if (isDone) return
      isDone = true
      this.#leave()
    }
  }

  /** A place that somebody waits for is handed on. */
  #leave(): void {
    const next = this.#waiting.next()
    if (next) next()
    else this.#underWay--
  }
}
