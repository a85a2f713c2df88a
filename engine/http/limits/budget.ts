import { FIELDS } from '../../../spec/words.ts'
import { inUnits, type Money, moneyOf } from '../../config/prices/money.ts'
import { type Allowance, hasRoomFor, least, NOTHING, together, without } from './allowance.ts'
import type { Limits, SpendingLimit } from './limits.ts'
import { OutOfRequests, OverBudget } from './over-budget.ts'
import { keptOfEach, LeewayTooSmall, NoShareLeft, type Shares } from './shares.ts'
import { TakenShares } from './taken-shares.ts'
import { type Unexpected, UnexpectedJobs } from './unexpected.ts'

/** What a run that goes on has behind it; of its requests, so many were polls of jobs, and so many orders of each phase. */
type Behind = Spent & { polls: number; orders: ReadonlyMap<string, number>; money: Money }

export type Spent = { requests: number; jobs: number; videoSeconds: number }

/** What a job may come to; without a price list it costs nothing that is known. */
type Charge = {
  videoSeconds: number
  money?: Money
  /** The phase that makes it. */
  by?: string
  /** Meant to be accepted. */
  isOrder?: boolean
  /** A lawful server may make a job of it: so it is with each order. */
  isLawful?: boolean
  /** The clause that says that it has to be refused. */
  breaks?: string
}

/** What was announced before the run: it never spends more. Requests are those besides polls of jobs. */
export type Ceiling = Spent & {
  money?: Money
  /** Of the jobs, submissions that are meant to be accepted. */
  orders: number
  /** Of the jobs, submissions that the server has to refuse. */
  unexpected: Unexpected
}

/**
 * `stakes`: there is more to send that has to be refused, which costs nothing, and needs room for a job until it is.
 * `shares`: how the limits are dealt out.
 */
type Terms = {
  behind?: Behind | undefined
  ceiling?: Ceiling | undefined
  stakes?: boolean
  shares?: Shares | undefined
  /** What a job of usual length costs at most. */
  priceOfOne?: Money
}

/** A submission that may become a job holds its place from the moment it is sent until the server has said no. */
export type Reservation = {
  release(): void
  /** It has become a job, or may have where the answer does not tell. */
  keep(isCertain?: boolean): void
}

export class Budget {
  readonly limits: Limits
  #requests = 0
  #besidesPolls = 0
  /** Of these, what no limit counts. */
  #polls = 0
  #jobs = 0
  #videoSeconds = 0
  #money: Money = 0n
  readonly #mostMoney: Money | undefined
  /** Submissions that the server has not answered yet. */
  readonly #undecided = new Set<PromiseWithResolvers<void>>()
  /** Requests that only the polling of unfinished jobs may use, so that none is left behind holding capacity. */
  #keptForPolls = 0

  /** Submissions that are meant to be accepted. */
  #orders = 0
  readonly #ceiling: Ceiling | undefined
  readonly #unexpected: UnexpectedJobs | undefined
  /** What only a server that accepts what it has to refuse, and then loses its answer, can have made. */
  #uncertain: Allowance = NOTHING
  readonly #stakes: boolean
  readonly #kept: ReturnType<typeof keptOfEach>
  readonly #shares: Shares | undefined
  readonly #taken: TakenShares
  /** Of the jobs, those that a lawful server will have made none of. */
  #refusable = 0
  /** What those have made, or may have, who have no share of the limits. */
  #byOthers: Allowance = NOTHING

  constructor(limits: Limits, { behind, ceiling, stakes = false, shares, priceOfOne = 0n }: Terms = {}) {
    this.limits = limits
    this.#stakes = stakes
    this.#shares = shares
    this.#taken = new TakenShares(shares)
    this.#kept = keptOfEach(limits, priceOfOne)
    this.#mostMoney = limits.maxCost === undefined ? undefined : moneyOf(limits.maxCost)
    this.#ceiling = ceiling
    if (ceiling) this.#unexpected = new UnexpectedJobs(ceiling.unexpected, behind && acceptedBefore(behind))
    if (!behind) return
    this.#requests = behind.requests
    this.#besidesPolls = behind.requests - behind.polls
    this.#polls = limits.pollsAside ? behind.polls : 0
    this.#jobs = behind.jobs
    this.#videoSeconds = behind.videoSeconds
    this.#money = behind.money
    for (const [by, orders] of behind.orders) {
      this.#count(orders, by, true)
      // How much video they had, nobody has noted; it was a second each at least.
      const least = { jobs: orders, videoSeconds: orders * FIELDS.duration.least, money: 0n }
      if (this.#isOther(by)) this.#byOthers = together(this.#byOthers, least)
    }
  }

  spent(): Spent {
    return { requests: this.#requests, jobs: this.#jobs, videoSeconds: this.#videoSeconds }
  }

  /** At most, by the price list of the run. */
  get money(): Money {
    return this.#money
  }

  /** Besides what is kept for unfinished jobs. */
  requestsLeft(): number {
    const most = this.limits.maxRequests ?? Number.POSITIVE_INFINITY
    return Math.max(0, most - Math.min(this.#keptForPolls, most / 2) - this.#requests)
  }

  keepForPolls(requests: number): void {
    this.#keptForPolls = requests
  }

  /** `isAnnounced`: not of what polls unfinished jobs, those of an earlier run included. */
  countRequest(isPoll: boolean, isAnnounced = !isPoll): void {
    const { maxRequests: most = Number.POSITIVE_INFINITY, pollsAside } = this.limits
    if (isPoll && pollsAside) {
      this.#requests++
      this.#polls++
      return
    }
    const kept = isPoll || pollsAside ? 0 : Math.min(this.#keptForPolls, most / 2)
    if (this.#requests - this.#polls + 1 > most - kept) throw new OutOfRequests(most)
    const announced = this.#ceiling?.requests ?? Number.POSITIVE_INFINITY
    if (isAnnounced && this.#besidesPolls >= announced)
      throw new OutOfRequests(announced, `the planned ${announced} requests are used up`)
    this.#requests++
    if (isAnnounced) this.#besidesPolls++
  }

  /** It was counted and not sent. */
  giveBackRequest(isPoll: boolean, isAnnounced = !isPoll): void {
    this.#requests--
    if (isAnnounced) this.#besidesPolls--
    if (isPoll && this.limits.pollsAside) this.#polls--
  }

  /** Why there is no room for a job, if so. */
  lacking({ videoSeconds, money = 0n, by, isOrder = true, isLawful = isOrder }: Charge): OverBudget | undefined {
    const { maxJobs, maxVideoSeconds } = this.limits
    if (maxJobs !== undefined && this.#jobs + 1 > maxJobs) return new OverBudget('--max-jobs', maxJobs)
    if (maxVideoSeconds !== undefined && this.#videoSeconds + videoSeconds > maxVideoSeconds) {
      return new OverBudget('--max-video-seconds', maxVideoSeconds)
    }
    if (this.#mostMoney !== undefined && this.#money + money > this.#mostMoney) {
      return new OverBudget('--max-cost', inUnits(this.#mostMoney))
    }
    const beyond = this.#beyondTheCeiling({ jobs: 1, videoSeconds, money }, isOrder)
    if (beyond) return beyond
    if (isLawful && this.#shares && !this.#taken.hasRoomFor(by)) return new NoShareLeft(this.#shares.limit)
    return isLawful && this.#stakes && this.#orders > 0
      ? this.#keptBackFrom({ videoSeconds, money, isOrder })
      : undefined
  }

  #beyondTheCeiling(one: Required<Allowance>, isOrder: boolean): OverBudget | undefined {
    if (!this.#ceiling) return undefined
    const { jobs, videoSeconds, money, orders } = this.#ceiling
    const usedUp = (option: SpendingLimit, most: number | string, what: string) =>
      new OverBudget(option, most, `the planned ${what} are used up`)
    if (isOrder && this.#orders + 1 > orders) return usedUp('--max-jobs', orders, `${orders} jobs`)
    const spent = without({ jobs: this.#jobs, videoSeconds: this.#videoSeconds, money: this.#money }, this.#uncertain)
    const all = together(spent, one)
    if (all.jobs > jobs) return usedUp('--max-jobs', jobs, `${jobs} jobs`)
    if (all.videoSeconds > videoSeconds)
      return usedUp('--max-video-seconds', videoSeconds, `${videoSeconds} s of video`)
    if (money !== undefined && (all.money ?? 0n) > money)
      return usedUp('--max-cost', inUnits(money), `costs of ${inUnits(money)}`)
    return undefined
  }

  /** Whatever is free at the moment: else whoever is quicker would find room, and nobody could say beforehand what is sent. */
  #tooLarge({ videoSeconds, money = 0n, by, isLawful }: Charge): OverBudget | undefined {
    if (!this.#shares) return undefined
    const { leeway, first } = this.#shares
    const { maxJobs = 0, maxVideoSeconds = 0 } = this.limits
    const left = isLawful ? leeway.either : by !== undefined && first.has(by) ? leeway.first : leeway.refused
    const one = { jobs: 1, videoSeconds, money }
    if (one.jobs > left.jobs) return new LeewayTooSmall('--max-jobs', maxJobs)
    if (one.videoSeconds > left.videoSeconds) return new LeewayTooSmall('--max-video-seconds', maxVideoSeconds)
    return hasRoomFor(left, one) ? undefined : new LeewayTooSmall('--max-cost', inUnits(this.#mostMoney ?? 0n))
  }

  /** What has to be refused needs room for a job until it is, and costs nothing then. */
  #keptBackFrom({ videoSeconds, money = 0n, isOrder }: Charge): OverBudget | undefined {
    const { maxJobs, maxVideoSeconds } = this.limits
    const because = (option: SpendingLimit, most: number | string) =>
      new OverBudget(option, most, `the rest of ${option} ${most} is reserved for probes that the server must refuse`)
    const { stake, others } = this.#kept
    // What others have made of their part of it is not the orders' loss.
    const kept = without(stake, isOrder ? least(others, this.#byOthers) : others)
    if (maxJobs !== undefined && this.#jobs - this.#refusable + 1 > maxJobs - kept.jobs)
      return because('--max-jobs', maxJobs)
    if (maxVideoSeconds !== undefined && this.#videoSeconds + videoSeconds > maxVideoSeconds - kept.videoSeconds)
      return because('--max-video-seconds', maxVideoSeconds)
    const most = this.#mostMoney
    if (most !== undefined && this.#money + money > most - (kept.money ?? 0n))
      return because('--max-cost', inUnits(most))
    return undefined
  }

  /** Where what is under way takes up the last of the room, it is waited for: most of it is refused. */
  async reserveJob(charge: Charge): Promise<Reservation> {
    const { videoSeconds, money = 0n, by, isOrder = false, isLawful = isOrder, breaks = by ?? '' } = charge
    const tooLarge = isOrder ? undefined : this.#tooLarge(charge)
    if (tooLarge) throw tooLarge
    const unexpected = isLawful ? undefined : this.#unexpected
    const whyNot = () =>
      unexpected && !unexpected.hasRoomFor(breaks, videoSeconds)
        ? unexpected.whyNot(breaks)
        : this.lacking({ ...charge, isOrder })
    while (whyNot() && !unexpected?.isOver(breaks) && this.#undecided.size > 0)
      await Promise.race([...this.#undecided].map(({ promise }) => promise))
    const lacking = whyNot()
    if (lacking) throw lacking
    const taken = unexpected?.take(breaks, videoSeconds)
    const decided = Promise.withResolvers<void>()
    this.#undecided.add(decided)
    const decide = () => {
      if (this.#undecided.delete(decided) && !isLawful) this.#refusable--
      decided.resolve()
    }
    if (!isLawful) this.#refusable++
    this.#jobs++
    if (isLawful) this.#count(1, by, isOrder)
    const one = { jobs: 1, videoSeconds, money }
    const isByOthers = isLawful && this.#isOther(by)
    if (isByOthers) this.#byOthers = together(this.#byOthers, one)
    this.#videoSeconds += videoSeconds
    this.#money += money
    let held = true
    return {
      release: () => {
        if (!held) return
        held = false
        this.#jobs--
        if (isLawful) this.#count(-1, by, isOrder)
        if (isByOthers) this.#byOthers = without(this.#byOthers, one)
        this.#videoSeconds -= videoSeconds
        this.#money -= money
        taken?.decided(false)
        decide()
      },
      keep: (isCertain = true) => {
        if (!held) return
        held = false
        if (!isCertain && !isLawful) this.#uncertain = together(this.#uncertain, one)
        taken?.decided(isCertain)
        decide()
      },
    }
  }

  /** Of those who have no share, where there are shares. */
  #isOther(by: string | undefined): boolean {
    return this.#shares !== undefined && !this.#taken.hasShare(by)
  }

  #count(jobs: number, by: string | undefined, isOrder: boolean): void {
    if (isOrder) this.#orders += jobs
    this.#taken.take(jobs, by)
  }
}

/** Of the jobs that a run has made so far, those of submissions that the server had to refuse. */
function acceptedBefore({ jobs, orders }: Behind): number {
  const meant = [...orders.values()].reduce((sum, each) => sum + each, 0)
  return Math.max(0, jobs - meant)
}
