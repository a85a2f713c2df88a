import { FIELDS } from '../../../spec/words.ts'
import { type Money, moneyOf } from '../../config/prices/money.ts'
import { pricingOf } from '../../config/prices/prices.ts'
import { DISCOVERY_COST } from '../../discovery/discovery.ts'
import { type Amount, fits, least, minus, NOTHING, plus } from '../../http/limits/amount.ts'
import { type Ceiling, LONGEST_UNEXPECTED, limitOf, type Unexpected } from '../../http/limits/budget.ts'
import type { Limits, SpendingLimit } from '../../http/limits/limits.ts'
import { priceOfAny } from '../../http/limits/price-of-body.ts'
import { MOST_CONTROL_JOBS } from '../../jobs/polling.ts'
import type { Cost, Phase, PlanInput } from '../phase.ts'

/** Final reads per job at the end of a run. */
export const CLOSING = 1
/** Polls per job, when a limit on requests is divided. */
export const POLLS = 4
/** A phase needs at least one in so many of its requests to show anything. */
const TOO_LITTLE = 4

type Profile = PlanInput['configuration']['profile']

/** Maximum of accepted submissions per clause, of jobs, and of seconds beyond the default duration. */
const UNEXPECTED: Record<Profile, { ofEachClause: number; jobs: number; longerSeconds: number }> = {
  smoke: { ofEachClause: 1, jobs: 12, longerSeconds: 60 },
  standard: { ofEachClause: 1, jobs: 20, longerSeconds: LONGEST_UNEXPECTED },
  full: { ofEachClause: 2, jobs: 50, longerSeconds: 2 * LONGEST_UNEXPECTED },
}

type Configuration = PlanInput['configuration']

export const hasLimitOnJobs = ({ maxJobs, maxVideoSeconds, maxCost }: Limits) =>
  maxJobs !== undefined || maxVideoSeconds !== undefined || maxCost !== undefined

/** Jobs that only a faulty server costs, for so many clauses: at most about a quarter of each limit of the user. */
export function unexpectedOf(clauses: number, configuration: Configuration): Unexpected {
  const { ofEachClause, jobs: most, longerSeconds } = UNEXPECTED[configuration.profile]
  const jobs = Math.min(most, ofEachClause * clauses + MOST_CONTROL_JOBS)
  const videoSeconds = jobs * FIELDS.duration.default + longerSeconds
  const all = amountOf({ requests: 0, jobs, videoSeconds }, configuration)
  if (!hasLimitOnJobs(configuration)) return { most: all, ofEachClause }
  const within = least(all, quarterOf(configuration))
  return { most: within, ofEachClause: Math.max(1, Math.min(ofEachClause, Math.floor(within.jobs / clauses))) }
}

/** A quarter of each limit, but at least one job of default duration if that is no more than half. */
function quarterOf(configuration: Configuration): Amount {
  const { jobs, videoSeconds, money } = limitOf(configuration)
  const part = (limit: number, ofOne: number) => Math.max(limit / 4, Math.min(ofOne, limit / 2))
  const price = Number(priceOfOne(configuration))
  return {
    jobs: Math.floor(part(jobs, 1)),
    videoSeconds: part(videoSeconds, FIELDS.duration.default),
    money: money === undefined ? undefined : BigInt(Math.floor(part(Number(money), price))),
  }
}

function priceOfOne({ prices }: Configuration): Money {
  const pricing = pricingOf(prices)
  return pricing ? priceOfAny(FIELDS.duration.default, pricing) : 0n
}

export const amountOf = ({ jobs = 0, videoSeconds = 0, kind, money }: Cost, { prices }: Configuration): Amount => {
  const pricing = pricingOf(prices)
  return { jobs, videoSeconds, money: money ?? pricing?.[kind ?? 'any'](jobs, videoSeconds) ?? 0n }
}

/** Half, but enough for a probe of default duration. */
const halfOf = ({ jobs, videoSeconds, money }: Amount): Amount => ({
  jobs: Math.floor(jobs / 2),
  videoSeconds: Math.max(videoSeconds / 2, Math.min(videoSeconds, FIELDS.duration.default)),
  money: money === undefined ? undefined : money / 2n,
})

export type Allotment = {
  costs: ReadonlyMap<Phase, Cost>
  introduction: Cost
  /** With limits: the share from which each phase chose its jobs. */
  shares: ReadonlyMap<string, Amount>
  /** Phases for which the requests do not suffice. Those without jobs come last and use the rest. */
  leftOut: ReadonlySet<string>
  cut: ReadonlySet<string>
  left: Amount
}

/**
 * Divides the limits of the user among phases by priority: each phase gets what it needs, or the rest, or nothing. Without
 * limits each gets what it needs.
 *
 * The priorities follow the must faults that each phase shows per second of video. Measured in standard on 281 servers with
 * one seeded fault, with the checks of its clause (npm run bench -- value):
 *
 *   phase                             seconds  faults  only there  per second
 *   introduction, the first job             1     205          53       205.0
 *   combined settings, brief                7      65          50         9.3
 *   submission.image-is-public-https        1       5           5         5.0
 *   quiet phase                             4       0           0         0.0
 *
 * A combination in its own duration is last: 72 more seconds show a few faults of long videos.
 */
export function allot(phases: readonly Phase[], input: PlanInput, checksOf: (phase: Phase) => number): Allotment {
  const { configuration, unexpected = NOTHING } = input
  const { maxRequests, pollsAside } = configuration
  const wished = new Map(phases.map((phase) => [phase, phase.max(input)]))
  const ofOneJob = CLOSING + (pollsAside ? 0 : POLLS)
  const requestsOf = ({ requests, jobs = 0 }: Cost) => requests + jobs * ofOneJob
  let left = minus(limitOf(configuration), unexpected)
  let requests = maxRequests ?? Number.POSITIVE_INFINITY
  const shared = minus(unexpected, halfOf(unexpected))
  let spare = shared
  const take = (cost: Cost): Cost => {
    const amount = amountOf(cost, configuration)
    left = minus(left, cost.mayBeRefused ? minus(amount, spare) : amount)
    if (cost.mayBeRefused) spare = minus(spare, amount)
    requests = Math.max(0, requests - requestsOf(cost))
    return cost
  }
  const introduction = take(within(left, DISCOVERY_COST, configuration))
  const costs = new Map<Phase, Cost>()
  const shares = new Map<string, Amount>()
  const leftOut = new Set<string>()
  const cut: Phase[] = []
  // With few requests, phases for most checks per request come first.
  const price = (phase: Phase) =>
    maxRequests === undefined ? 0 : requestsOf(wished.get(phase)!) / Math.max(1, checksOf(phase))
  const inOrder = phases.toSorted(
    (one, other) => (one.priority ?? 1) - (other.priority ?? 1) || price(one) - price(other),
  )
  const isTight = !fits(sumOf([...wished.values()].map((wish) => amountOf(wish, configuration))), left)
  for (const phase of inOrder) {
    const wish = wished.get(phase)!
    const brief = isTight ? phase.brief?.(input) : undefined
    const most = plus(left, wish.mayBeRefused ? shared : NOTHING)
    const allowed = brief ? least(most, amountOf(brief, configuration)) : most
    const share = { ...allowed, jobs: Math.min(allowed.jobs, jobsWithinRequests(phase, requests, ofOneJob)) }
    const isWhole = fits(amountOf(wish, configuration), share)
    if (!isWhole) shares.set(phase.name, share)
    const cost = isWhole ? wish : within(share, phase.max({ ...input, share }), configuration)
    // Their jobs are counted once: most of them are given back.
    const counted = wish.mayBeRefused ? within(plus(left, spare), cost, configuration) : cost
    if (requestsOf(cost) <= requests) costs.set(phase, take(counted))
    else {
      if (cost.jobs) leftOut.add(phase.name)
      else cut.push(phase)
      costs.set(phase, { requests: 0 })
    }
  }
  for (const phase of inOrder) {
    const share = shares.get(phase.name)
    const cost = costs.get(phase)
    if (!phase.brief || !share || !cost?.jobs) continue
    // Jobs become longer if no other phase needs the rest.
    const more = { ...plus(amountOf(cost, configuration), left), jobs: share.jobs }
    const longer = within(more, phase.max({ ...input, share: more }), configuration)
    left = minus(plus(left, amountOf(cost, configuration)), amountOf(longer, configuration))
    shares.set(phase.name, more)
    costs.set(phase, longer)
  }
  for (const phase of cut) {
    const wish = wished.get(phase)!.requests
    if (requests * TOO_LITTLE < wish) leftOut.add(phase.name)
    else costs.set(phase, take({ requests: Math.min(wish, requests) }))
  }
  return { costs, introduction, shares, leftOut, cut: new Set(cut.map(({ name }) => name)), left }
}

/** Phases of stage `jobs` can submit fewer jobs; others need all their requests. */
function jobsWithinRequests({ stage }: Phase, requests: number, ofOneJob: number): number {
  return stage === 'jobs' ? Math.floor(requests / (1 + ofOneJob)) : Number.POSITIVE_INFINITY
}

/** The jobs that fit; each has at least the shortest duration. */
function within(limit: Amount, cost: Cost, configuration: Configuration): Cost {
  if (fits(amountOf(cost, configuration), limit)) return cost
  const { money: _, jobs = 0, videoSeconds = 0, ...rest } = cost
  for (let fewer = Math.min(jobs, limit.jobs); fewer > 0; fewer--) {
    const seconds = Math.max(0, videoSeconds - (jobs - fewer) * FIELDS.duration.least)
    const part = { ...rest, jobs: fewer, videoSeconds: seconds }
    if (fits(amountOf(part, configuration), limit)) return part
  }
  return rest
}

/** The limit with the smallest remaining part, if there is one. */
export function tightest(configuration: Configuration, left: Amount): Ceiling['limit'] {
  const { maxJobs, maxVideoSeconds, maxCost, maxRequests } = configuration
  const all: [part: number, option: SpendingLimit, most: number | string][] = []
  if (maxJobs !== undefined) all.push([left.jobs / maxJobs, '--max-jobs', maxJobs])
  if (maxVideoSeconds !== undefined)
    all.push([left.videoSeconds / maxVideoSeconds, '--max-video-seconds', maxVideoSeconds])
  if (maxCost !== undefined) all.push([Number(left.money ?? 0n) / Number(moneyOf(maxCost)), '--max-cost', maxCost])
  const [first] = all.toSorted(([one], [other]) => one - other)
  if (first) return { option: first[1], most: first[2] }
  return maxRequests === undefined ? undefined : { option: '--max-requests', most: maxRequests }
}

export const sumOf = (amounts: Iterable<Amount>): Amount => [...amounts].reduce(plus, NOTHING)
