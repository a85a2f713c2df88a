import type { Configuration } from '../config/configuration.ts'
import { LIMITS } from '../config/limits.ts'
import { isOnThisMachine, type Target } from '../config/target.ts'
import type { Purpose } from '../history/entry/exchange.ts'
import type { Pace } from './pace.ts'

export type Rank = 'urgent' | 'usual' | 'spare'

const IN_ORDER: readonly Rank[] = ['urgent', 'usual', 'spare']
/** One request in so many is of a lower rank, so that none waits forever. */
const IN_TURN: readonly [every: number, rank: Rank][] = [
  [16, 'spare'],
  [4, 'usual'],
]

/** Polls and submissions go first: jobs take longest, and some polls wait for the read of another account. */
export function rankOf({ part, foreign }: Purpose, spare = false): Rank {
  if (part === 'poll' || part === 'submission' || foreign !== undefined) return 'urgent'
  return spare ? 'spare' : 'usual'
}

/** A server on this machine has no other users. */
export function mostInFlight({ origin }: Target, { concurrency }: Configuration): number {
  return concurrency ?? (isOnThisMachine(new URL(origin)) ? Number.POSITIVE_INFINITY : LIMITS.inFlight)
}

export class RankedQueue<T> {
  readonly #waiting: Record<Rank, T[]> = { urgent: [], usual: [], spare: [] }
  #turn = 0

  add(rank: Rank, one: T): void {
    this.#waiting[rank].push(one)
  }

  next(): T | undefined {
    this.#turn++
    const due = IN_TURN.filter(([every]) => this.#turn % every === 0).map(([, rank]) => rank)
    const rank = [...due, ...IN_ORDER].find((each) => this.#waiting[each].length > 0)
    return rank && this.#waiting[rank].shift()
  }
}

type Place = {
  /** It was sent, or waits for nothing more. */
  sent(): void
  /** It is done. */
  leave(): void
}

/** Limits the number of concurrent requests of a run. */
export class InFlight {
  readonly #most: number
  readonly #pace: Pick<Pace, 'hasRoom' | 'expect'> | undefined
  readonly #waiting = new RankedQueue<(sent: () => void) => void>()
  #inFlight = 0

  /** Few requests wait for the pace: the others wait here, where urgent ones overtake. */
  constructor(most: number, pace?: Pace) {
    this.#most = most
    this.#pace = pace
    if (pace) pace.onTurn = () => this.#admit()
  }

  /** Resolves when one more may be sent. */
  async enter(rank: Rank = 'usual'): Promise<Place> {
    const sent = await new Promise<() => void>((resolve) => {
      this.#waiting.add(rank, resolve)
      this.#admit()
    })
    let isDone = false
    const leave = () => {
      if (isDone) return
      isDone = true
      this.#inFlight--
      sent()
      this.#admit()
    }
    return { sent, leave }
  }

  #admit(): void {
    while (this.#inFlight < this.#most && this.#pace?.hasRoom !== false) {
      const next = this.#waiting.next()
      if (!next) return
      this.#inFlight++
      next(this.#pace?.expect() ?? (() => undefined))
    }
  }
}
