export type SpendingLimit = '--max-jobs' | '--max-video-seconds' | '--max-requests'

/** Thrown where sending one more thing would break a limit that the user set. */
export class OverBudget extends Error {
  override name = 'OverBudget'
  readonly option: SpendingLimit
  constructor(option: SpendingLimit, most: number) {
    super(`${option} ${most} is used up`)
    this.option = option
  }
}

export type Limits = {
  maxJobs?: number
  maxVideoSeconds?: number
  maxRequests?: number
  /** The polls of jobs come on top of that: how many there are is the server's choice. */
  pollsAside?: boolean
}

export type Spent = { requests: number; jobs: number; videoSeconds: number }

/** A submission that may become a job holds its place from the moment it is sent until the server has said no. */
export type Reservation = {
  release(): void
  /** It has become a job, or may have. */
  keep(): void
}

export class Budget {
  readonly limits: Limits
  #requests = 0
  /** Of these, what no limit counts. */
  #polls = 0
  #jobs = 0
  #videoSeconds = 0
  /** Submissions that the server has not answered yet. */
  readonly #undecided = new Set<PromiseWithResolvers<void>>()
  /** Requests that only the polling of unfinished jobs may use, so that none is left behind holding capacity. */
  #keptForPolls = 0

  constructor(limits: Limits) {
    this.limits = limits
  }

  spent(): Spent {
    return { requests: this.#requests, jobs: this.#jobs, videoSeconds: this.#videoSeconds }
  }

  /** Besides what is kept for unfinished jobs. */
  requestsLeft(): number {
    const most = this.limits.maxRequests ?? Number.POSITIVE_INFINITY
    return Math.max(0, most - Math.min(this.#keptForPolls, most / 2) - this.#requests)
  }

  keepForPolls(requests: number): void {
    this.#keptForPolls = requests
  }

  countRequest(isPoll: boolean): void {
    const { maxRequests: most = Number.POSITIVE_INFINITY, pollsAside } = this.limits
    if (isPoll && pollsAside) {
      this.#requests++
      this.#polls++
      return
    }
    const kept = isPoll || pollsAside ? 0 : Math.min(this.#keptForPolls, most / 2)
    if (this.#requests - this.#polls + 1 > most - kept) throw new OverBudget('--max-requests', most)
    this.#requests++
  }

  /** Why there is no room for a job, if so. */
  lacking(videoSeconds: number): OverBudget | undefined {
    const { maxJobs, maxVideoSeconds } = this.limits
    if (maxJobs !== undefined && this.#jobs + 1 > maxJobs) return new OverBudget('--max-jobs', maxJobs)
    if (maxVideoSeconds !== undefined && this.#videoSeconds + videoSeconds > maxVideoSeconds) {
      return new OverBudget('--max-video-seconds', maxVideoSeconds)
    }
    return undefined
  }

  /** Where what is under way takes up the last of the room, it is waited for: most of it is refused. */
  async reserveJob(videoSeconds: number): Promise<Reservation> {
    while (this.lacking(videoSeconds) && this.#undecided.size > 0)
      await Promise.race([...this.#undecided].map(({ promise }) => promise))
    const lacking = this.lacking(videoSeconds)
    if (lacking) throw lacking
    const decided = Promise.withResolvers<void>()
    this.#undecided.add(decided)
    const decide = () => {
      this.#undecided.delete(decided)
      decided.resolve()
    }
    this.#jobs++
    this.#videoSeconds += videoSeconds
    let held = true
    return {
      release: () => {
        if (!held) return
        held = false
        this.#jobs--
        this.#videoSeconds -= videoSeconds
        decide()
      },
      keep: decide,
    }
  }
}
