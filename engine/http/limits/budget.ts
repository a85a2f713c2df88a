import { inUnits, type Money, moneyOf } from '../../config/prices/money.ts'
import { type Amount, EVERYTHING, fits, minus, NOTHING, oneJob, plus } from './amount.ts'
import type { Limits, SpendingLimit } from './limits.ts'
import { EnoughAccepted, OutOfRequests, OverBudget, PlannedJobsUsedUp } from './over-budget.ts'

export type Spent = { requests: number; jobs: number; videoSeconds: number }

/** What this run spent before it was interrupted. */
type Before = Spent & {
  money: Money
  polls: number
  /** Requests that do not count toward the plan: their phases run again. */
  sentAgain: number
  /** Planned jobs by phase. */
  planned: ReadonlyMap<string, number>
  /** Accepted submissions that had to be refused, by clause. */
  acceptedOf: ReadonlyMap<string, number>
}

/** Jobs that only a faulty server costs: submissions that it must refuse, and jobs that confirm a failure. */
export type Unexpected = {
  /** All that are accepted or in flight. */
  most: Amount
  /** The part for submissions that must be refused: without it, a low limit would leave them unsent. */
  reserved?: Amount
  /** Accepted submissions of one clause; another one would show nothing new. */
  ofEachClause: number
}

/** The plan of a run: it never spends more. */
export type Ceiling = {
  /** Excludes polls of unfinished jobs. */
  requests: number
  /** Jobs of each phase, by its name. Phases with the same object share its jobs. */
  planned: ReadonlyMap<string, Amount>
  unexpected: Unexpected
  /** The limit of the user of which least is left, if there is one. */
  limit?: { option: SpendingLimit; most: number | string }
}

type Terms = { before?: Before | undefined; ceiling?: Ceiling | undefined }

/** A submission; `by` is its phase. */
type Submission = {
  videoSeconds: number
  money?: Money
  by?: string
  /** The server may accept it. */
  isPlanned?: boolean
  /** It confirms a failure, which is worth more than another probe, and may use what is reserved for probes. */
  confirms?: true
  /** The clause that requires its refusal. */
  clause?: string
}

/** Held from before a submission until its response. */
export type Reservation = {
  release(): void
  /** The submission created a job, or may have; `isCertain` is false if its response was lost. */
  keep(isCertain?: boolean): void
}

/** Maximum seconds of video of a submission that must be refused. */
export const LONGEST_UNEXPECTED = 300

export class Budget {
  readonly limits: Limits
  readonly #ceiling: Ceiling | undefined
  readonly #most: Amount
  #requests = 0
  #polls = 0
  /** Requests other than polls and requests for leftover jobs. */
  #announced = 0
  /** Requests that only polls of unfinished jobs may use. */
  #keptForPolls = 0
  #spent: Amount = NOTHING
  #unexpected: Amount = NOTHING
  /** The part of #unexpected for planned submissions beyond the maximum of their phase. */
  #confirming: Amount = NOTHING
  /** Planned jobs so far, by the Amount of their phase. */
  readonly #used = new Map<Amount | undefined, Amount>()
  readonly #acceptedOf = new Map<string, number>()
  /** Submissions without a response so far. */
  #inFlight = 0
  /** Those of them that must be refused, by clause. */
  readonly #inFlightOf = new Map<string, number>()
  /** Resolves at the next response to a submission. */
  #decided = Promise.withResolvers<void>()

  constructor(limits: Limits, { before, ceiling }: Terms = {}) {
    this.limits = limits
    this.#ceiling = ceiling
    this.#most = limitOf(limits)
    if (!before) return
    this.#requests = before.requests
    this.#polls = before.polls
    this.#announced = before.requests - before.polls - before.sentAgain
    this.#spent = before
    for (const [clause, jobs] of before.acceptedOf) this.#acceptedOf.set(clause, jobs)
    const planned = [...before.planned].map(([by, jobs]) => [by, { jobs, videoSeconds: jobs, money: 0n }] as const)
    for (const [by, amount] of planned) this.#use(by, plus, amount)
    this.#unexpected = { ...NOTHING, jobs: minus(before, planned.map(([, each]) => each).reduce(plus, NOTHING)).jobs }
  }

  spent(): Spent {
    const { jobs, videoSeconds } = this.#spent
    return { requests: this.#requests, jobs, videoSeconds }
  }

  /** Requests that may still be sent, without those reserved for polls. */
  requestsLeft(): number {
    const most = this.limits.maxRequests ?? Number.POSITIVE_INFINITY
    return Math.max(0, most - Math.min(this.#keptForPolls, most / 2) - this.#requests)
  }

  keepForPolls(requests: number): void {
    this.#keptForPolls = requests
  }

  /** `isAnnounced`: part of the plan, unlike polls and requests for leftover jobs. */
  countRequest(isPoll: boolean, isAnnounced = !isPoll): void {
    const { maxRequests: most = Number.POSITIVE_INFINITY, pollsAside = false } = this.limits
    const isLimited = !(isPoll && pollsAside)
    const kept = isPoll || pollsAside ? 0 : Math.min(this.#keptForPolls, most / 2)
    const counted = this.#requests - (pollsAside ? this.#polls : 0)
    if (isLimited && counted + 1 > most - kept) throw new OutOfRequests(most)
    const planned = this.#ceiling?.requests ?? Number.POSITIVE_INFINITY
    if (isAnnounced && this.#announced >= planned)
      throw new OutOfRequests(planned, `the planned ${planned} requests are used up`)
    this.#countRequest(1, isPoll, isAnnounced)
  }

  /** The request was counted but not sent. */
  giveBackRequest(isPoll: boolean, isAnnounced = !isPoll): void {
    this.#countRequest(-1, isPoll, isAnnounced)
  }

  #countRequest(one: 1 | -1, isPoll: boolean, isAnnounced: boolean): void {
    this.#requests += one
    if (isPoll) this.#polls += one
    if (isAnnounced) this.#announced += one
  }

  /** Why no such planned job may be submitted. */
  lacking(submission: Submission): OverBudget | undefined {
    const job = oneJob(submission)
    const over = this.#overLimits(job)
    if (over || !this.#ceiling || this.#isWithinOwn(submission.by, job)) return over
    const { unexpected, limit } = this.#ceiling
    const { most, reserved = NOTHING } = unexpected
    const mostBeyond = submission.confirms ? most : minus(most, reserved)
    const isLeft = fits(plus(this.#unexpected, job), most) && fits(plus(this.#confirming, job), mostBeyond)
    if (isLeft) return undefined
    return limit && limit.option !== '--max-requests'
      ? new OverBudget(limit.option, limit.most, `${limit.option} ${limit.most} is too low for this check`)
      : new PlannedJobsUsedUp(this.#spent.jobs)
  }

  /** Waits for submissions in flight if they use up the limit: the server refuses most of them. */
  async reserveJob(submission: Submission): Promise<Reservation> {
    const { by = '', isPlanned = true, clause = by } = submission
    const job = oneJob(submission)
    if (!isPlanned) this.#refuseTooLarge(job)
    const whyNot = () => (isPlanned ? this.#whyNotPlanned(submission) : this.#whyNotUnexpected(clause, job))
    let lacking = whyNot()
    while (lacking && this.#inFlight > 0 && (isPlanned || !this.#isEnoughOf(clause))) {
      await this.#decided.promise
      lacking = whyNot()
    }
    if (lacking) throw lacking()
    const isOwn = isPlanned && this.#isWithinOwn(by, job)
    const count = (change: typeof plus) => {
      this.#spent = change(this.#spent, job)
      if (isOwn) this.#use(by, change, job)
      else this.#unexpected = change(this.#unexpected, job)
      if (isPlanned && !isOwn) this.#confirming = change(this.#confirming, job)
    }
    count(plus)
    const countInFlight = (one: 1 | -1) => {
      this.#inFlight += one
      if (!isPlanned) this.#inFlightOf.set(clause, (this.#inFlightOf.get(clause) ?? 0) + one)
    }
    countInFlight(1)
    let isDecided = false
    const decide = (then: () => void) => {
      if (isDecided) return
      isDecided = true
      countInFlight(-1)
      then()
      this.#decided.resolve()
      this.#decided = Promise.withResolvers()
    }
    return {
      release: () => decide(() => count(minus)),
      keep: (isCertain = true) =>
        decide(() => {
          if (isOwn) return
          if (isCertain && !isPlanned) this.#acceptedOf.set(clause, (this.#acceptedOf.get(clause) ?? 0) + 1)
          // Without a limit of the user, lost responses do not end the probes of a clause.
          if (!isCertain && !this.#ceiling?.limit) this.#unexpected = minus(this.#unexpected, job)
        }),
    }
  }

  #use(by: string, change: typeof plus, amount: Amount): void {
    const planned = this.#ceiling?.planned.get(by)
    this.#used.set(planned, change(this.#used.get(planned) ?? NOTHING, amount))
  }

  #isWithinOwn(by: string | undefined, job: Amount): boolean {
    if (!this.#ceiling) return true
    const planned = this.#ceiling.planned.get(by ?? '')
    return planned !== undefined && fits(plus(this.#used.get(planned) ?? NOTHING, job), planned)
  }

  #overLimits(job: Amount): OverBudget | undefined {
    const { jobs, videoSeconds, money } = this.#most
    const after = plus(this.#spent, job)
    if (after.jobs > jobs) return new OverBudget('--max-jobs', jobs)
    if (after.videoSeconds > videoSeconds) return new OverBudget('--max-video-seconds', videoSeconds)
    return fits(after, this.#most) ? undefined : new OverBudget('--max-cost', inUnits(money ?? 0n))
  }

  /** Throws if it does not fit even without submissions in flight. */
  #refuseTooLarge(job: Amount): void {
    const most = this.#ceiling?.unexpected.most ?? EVERYTHING
    if (fits(job, most) && job.videoSeconds <= LONGEST_UNEXPECTED) return
    const { maxJobs, maxVideoSeconds, maxCost } = this.limits
    const limits: [SpendingLimit, number | string | undefined, Partial<Amount>][] = [
      ['--max-jobs', maxJobs, { jobs: job.jobs }],
      ['--max-video-seconds', maxVideoSeconds, { videoSeconds: job.videoSeconds }],
      ['--max-cost', maxCost, { money: job.money }],
    ]
    const tooLow = limits.find(([, value, part]) => value !== undefined && !fits({ ...NOTHING, ...part }, most))
    if (!tooLow || job.videoSeconds > LONGEST_UNEXPECTED)
      throw new EnoughAccepted('it would exceed the planned seconds of video if the server accepted it')
    const [option, value] = tooLow
    throw new OverBudget(option, value!, `${option} ${value} is too low for this probe`)
  }

  #isEnoughOf(clause: string): boolean {
    const { ofEachClause = Number.POSITIVE_INFINITY } = this.#ceiling?.unexpected ?? {}
    return (this.#acceptedOf.get(clause) ?? 0) >= ofEachClause
  }

  #whyNotPlanned(submission: Submission): WhyNot | undefined {
    const lacking = this.lacking(submission)
    return lacking && (() => lacking)
  }

  #whyNotUnexpected(clause: string, job: Amount): WhyNot | undefined {
    const { most = EVERYTHING, ofEachClause = Number.POSITIVE_INFINITY } = this.#ceiling?.unexpected ?? {}
    const accepted = this.#acceptedOf.get(clause) ?? 0
    if (accepted + (this.#inFlightOf.get(clause) ?? 0) >= ofEachClause) return enoughOfThisClause
    if (!fits(plus(this.#unexpected, job), most)) return enoughOfAll
    const over = this.#overLimits(job)
    return over && (() => over)
  }
}

/** Creates an error only to throw it: many submissions wait, and a stack trace takes longer than the decision. */
type WhyNot = () => Error

const enoughOfThisClause: WhyNot = () =>
  new EnoughAccepted('already failed: the server accepted such a submission, and each costs a job')
const enoughOfAll: WhyNot = () =>
  new EnoughAccepted('the server accepted submissions that it must refuse; no more are sent, since each costs a job')

/** The limits of a user on jobs. */
export const limitOf = ({ maxJobs, maxVideoSeconds, maxCost }: Limits): Amount => ({
  jobs: maxJobs ?? EVERYTHING.jobs,
  videoSeconds: maxVideoSeconds ?? EVERYTHING.videoSeconds,
  money: maxCost === undefined ? undefined : moneyOf(maxCost),
})
