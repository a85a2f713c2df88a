import type { Shares } from './shares.ts'

/** Whoever has no share of the jobs by name. */
const OTHERS = ''

/** What each phase has made of its share of the jobs, and others of what they have together. */
export class TakenShares {
  readonly #shares: Shares | undefined
  readonly #taken = new Map<string, number>()

  constructor(shares: Shares | undefined) {
    this.#shares = shares
  }

  take(jobs: number, by: string | undefined): void {
    const owner = this.#ownerOf(by)
    this.#taken.set(owner, this.#by(owner) + jobs)
  }

  hasShare(by: string | undefined): boolean {
    return this.#ownerOf(by) !== OTHERS
  }

  /** Whoever has all that was wanted may need more, as for a second look; nobody takes of what those have that come before. */
  hasRoomFor(by: string | undefined): boolean {
    if (!this.#shares) return true
    const { of, spare, others } = this.#shares
    const owner = this.#ownerOf(by)
    const byOthers = this.#by(OTHERS)
    if (owner === OTHERS && byOthers < others) return true
    const own = of.get(owner)
    if (own && !own.isWhole && this.#by(owner) >= own.jobs) return false
    let left = spare - Math.max(0, byOthers - others)
    let isReached = owner === OTHERS
    for (const [name, share] of [...of].reverse()) {
      if (isReached && left < 1) return false
      left += share.jobs - this.#by(name)
      isReached ||= name === owner
    }
    return left >= 1
  }

  #ownerOf(by: string | undefined): string {
    return by !== undefined && this.#shares?.of.has(by) ? by : OTHERS
  }

  #by(owner: string): number {
    return this.#taken.get(owner) ?? 0
  }
}
