import type { Configuration } from '../config/configuration.ts'
import { LIMITS } from '../config/limits.ts'
import { isOnThisMachine, type Target } from '../config/target.ts'
import type { Purpose } from '../history/entry/exchange.ts'
import type { Rate } from './rate.ts'

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

/** Within a rank, the lowest `order` goes first. */
export type Turn = { rank?: Rank | undefined; order?: number | undefined }

export class RankedQueue<T> {
  readonly #waiting: Record<Rank, { order: number; one: T }[]> = { urgent: [], usual: [], spare: [] }
  #turn = 0

  add(one: T, { rank = 'usual', order = 0 }: Turn = {}): void {
    const others = this.#waiting[rank]
    const last = others.findLastIndex((each) => each.order <= order)
    others.splice(last + 1, 0, { order, one })
  }

  next(): T | undefined {
    this.#turn++
    for (const [every, rank] of IN_TURN)
      if (this.#turn % every === 0 && this.#waiting[rank].length > 0) return this.#waiting[rank].shift()!.one
    for (const rank of IN_ORDER) if (this.#waiting[rank].length > 0) return this.#waiting[rank].shift()!.one
    return undefined
  }
}

export type Slot = {
  /** The request was sent, or is not sent any more. */
  sent(): void
  /** The request is done. */
  leave(): void
}

/** Concurrent requests at first. Each ANSWERS_FOR_ONE_MORE responses allow one more: the server may limit the rate. */
const AT_FIRST = 4
const ANSWERS_FOR_ONE_MORE = 4

/** Limits the number of concurrent requests of a run. */
export class InFlight {
  readonly #most: number
  readonly #rate: Rate
  readonly #waiting = new RankedQueue<(slot: Slot) => void>()
  #inFlight = 0
  #done = 0

  /** Only a few requests wait for the rate. The others wait here, where urgent ones overtake. */
  constructor(most: number, rate: Rate) {
    this.#most = most
    this.#rate = rate
    rate.onTurn = () => this.#admit()
  }

  /** Resolves when one more may be sent. */
  enter(turn: Turn = {}): Promise<Slot> {
    return new Promise((resolve) => {
      this.#waiting.add(resolve, turn)
      this.#admit()
    })
  }

  #admit(): void {
    const most = Math.min(this.#most, AT_FIRST + this.#done / ANSWERS_FOR_ONE_MORE)
    while (this.#inFlight < most && this.#rate.isFree) {
      const next = this.#waiting.next()
      if (!next) return
      this.#inFlight++
      next(this.#slot())
    }
  }

  #slot(): Slot {
    const sent = this.#rate.expect()
    let isDone = false
    const leave = () => {
      if (isDone) return
      isDone = true
      this.#inFlight--
      this.#done++
      sent()
      this.#admit()
    }
    return { sent, leave }
  }
}
