import { BOUNDS } from '../../config/bounds/bounds.ts'
import type { Configuration } from '../../config/configuration.ts'
import { isOnThisMachine, type Target } from '../../config/target.ts'
import type { Pace } from '../pace.ts'
import { ByRank, type Rank } from './by-rank.ts'

/** A server on this machine is nobody else's. */
export function mostInFlight({ origin }: Target, { concurrency }: Configuration): number {
  return concurrency ?? (isOnThisMachine(new URL(origin)) ? Number.POSITIVE_INFINITY : BOUNDS.inFlight.most)
}

type Place = {
  /** It has gone out, or waits for nothing any more. */
  sent(): void
  /** It is done; that is said once. */
  leave(): void
}

/** No more than so many requests are under way at once, whatever they are for and wherever they go. */
export class InFlight {
  readonly #most: number
  readonly #pace: Pick<Pace, 'hasRoom' | 'expect'> | undefined
  readonly #waiting = new ByRank<(sent: () => void) => void>()
  #underWay = 0

  /** Behind a pace that holds requests up, few wait: the most important ones overtake the others here. */
  constructor(most: number, pace?: Pace) {
    this.#most = most
    this.#pace = pace
    if (pace) pace.onTurn = () => this.#letIn()
  }

  /** Resolves when one more may be sent. */
  async enter(rank: Rank = 'usual'): Promise<Place> {
    const sent = await new Promise<() => void>((resolve) => {
      this.#waiting.add(rank, resolve)
      this.#letIn()
    })
    let isDone = false
    const leave = () => {
      if (isDone) return
      isDone = true
      this.#underWay--
      sent()
      this.#letIn()
    }
    return { sent, leave }
  }

  #letIn(): void {
    while (this.#underWay < this.#most && this.#pace?.hasRoom !== false) {
      const next = this.#waiting.next()
      if (!next) return
      this.#underWay++
      next(this.#pace?.expect() ?? (() => undefined))
    }
  }
}
