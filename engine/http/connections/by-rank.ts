/** How much the run waits for an answer. */
export type Rank = 'urgent' | 'usual' | 'spare'

/** Of so many that are let through, one is of a lower rank: jobs that never end must not keep all else from its turn. */
const IN_TURN: readonly [every: number, rank: Rank][] = [
  [16, 'spare'],
  [4, 'usual'],
]
const IN_ORDER: readonly Rank[] = ['urgent', 'usual', 'spare']

/** Who waits: what is urgent goes first and what is spare last, but nobody waits for ever. */
export class ByRank<T> {
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
