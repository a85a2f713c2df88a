import { READINGS } from '../../../spec/endpoints.ts'
import { FIELDS } from '../../../spec/words.ts'
import { inUnits, largest, type Money, moneyOf, smallest } from '../../config/prices/money.ts'
import { type Prices, pricingOf } from '../../config/prices/prices.ts'
import { INTRODUCTION_COST, longerIntroduction } from '../../discovery/introduction.ts'
import { without } from '../../http/limits/allowance.ts'
import type { Ceiling } from '../../http/limits/budget.ts'
import type { Limits } from '../../http/limits/limits.ts'
import { keptOfEach } from '../../http/limits/shares.ts'
import { longerSecondsOf, MOST_SECONDS, unexpectedOf } from '../../http/limits/unexpected.ts'
import { TWINS_OF_ENDLESS_JOBS } from '../../jobs/endless.ts'
import { type Check, isObservation } from '../../judge/check.ts'
import type { Cost, Phase, Prospect } from '../driving/phase.ts'
import { costsWith } from './costs.ts'
import { whyTooLittle } from './left-too-little.ts'
import { moneyFor, moneyWithin, mostJobsFor, type PlannedCost, plannedCost } from './plan-cost.ts'
import { type Planning, scheduleOf, whoseJobsAreVisited } from './schedule.ts'
import type { Planned } from './selection.ts'
import { priceOfOne, sharesOf, withinShares } from './shares.ts'
import { CLOSING } from './within-requests.ts'

/** Polls of unfinished jobs aside. */
type Sum = Required<Pick<Cost, 'requests' | 'jobs' | 'videoSeconds' | 'downloadBytes'>>
type Priced = Sum & { money: Money }

/** Its sums are for a server that conforms. */
export type RunPlan = Sum & {
  suites: SuitePlan[]
  /** What is sent besides, for no suite by itself. */
  besides: { name: string; requests: number }[]
  /** What it would come to if no limit bounded it. */
  wanted: Sum
  /** What it costs at most, where there is a price list. */
  cost?: PlannedCost
  /** The limits that the user set. */
  limits: Limits
  /** More than so many requests are never sent, polls and all: the limit, or what the rate lets through by the deadline. */
  mostRequests?: number
  /** Whatever the server does, a run spends no more; polls of jobs aside, of which there is one an interval. */
  atMost: Sum & { /** Of the jobs, those of submissions that are meant to be accepted. */ orders: number }
  deadlineSeconds: number
  pollIntervalSeconds: number
}

type SuitePlan = {
  name: string
  checks: number
  observations: number
  requests: number
  /** What it lacks, or what a limit leaves too little for. */
  skipped: { id: string; why: string }[]
}

/** What a run would do and cost, from what the phases say of themselves; nothing is sent. */
export function planOf(planned: readonly Planned[], prospect: Prospect): RunPlan {
  const { configuration } = prospect
  const schedule = scheduleOf(goingOf(planned), configuration, prospect.besides)
  const { phases } = schedule
  const known = withItsJobs(schedule, prospect)
  const costs = costsOf(schedule, prospect)
  const usual = [...costs.values(), INTRODUCTION_COST]
  const wished = costsWith(phases, known)
  const shares = sharesOf(schedule, prospect)
  const tooLittle = ({ phases: [first] }: Check) => first && whyTooLittle(first, shares, costs, wished)
  const { money, ...sum } = within(total(usual, configuration), leftByALawfulServer(prospect))
  const { money: mostMoney, ...atMost } = atMostOf(
    total(usual, configuration),
    total([...phases.flatMap((phase) => phase.secondLook?.(known) ?? []), TWINS_OF_ENDLESS_JOBS], configuration),
    prospect,
  )
  const { maxDuration, prices } = configuration
  const unbounded = { ...(maxDuration !== undefined && { maxDuration }), ...(prices && { prices }) }
  const { money: wantedMoney, ...wanted } = within(
    total([...wished.values(), INTRODUCTION_COST], configuration),
    unbounded,
  )
  const cost = plannedCost({ sum: money, atMost: mostMoney, wanted: wantedMoney }, configuration)
  const { maxJobs, maxVideoSeconds, maxRequests, maxCost, pollsAside, rate } = configuration
  const ceiling = mostRequestsOf(configuration)
  return {
    ...sum,
    suites: suitesOf(planned, costs, tooLittle),
    besides: [
      { name: 'discovery', requests: INTRODUCTION_COST.requests },
      { name: 'polls of finished jobs', requests: sum.jobs * CLOSING },
      ...(prospect.besides ?? []).map((phase) => ({ name: phase.name, requests: costs.get(phase)?.requests ?? 0 })),
    ],
    atMost,
    wanted,
    ...(cost && { cost }),
    limits: {
      ...(maxJobs !== undefined && { maxJobs }),
      ...(maxVideoSeconds !== undefined && { maxVideoSeconds }),
      ...(maxRequests !== undefined && { maxRequests }),
      ...(maxCost !== undefined && { maxCost }),
    },
    ...(((maxRequests !== undefined && !pollsAside) || rate !== undefined) && { mostRequests: ceiling }),
    deadlineSeconds: configuration.deadlineMs / 1000,
    pollIntervalSeconds: configuration.pollIntervalMs / 1000,
  }
}

/** More comes to it only if a job needs a second look, or if the server accepts what it has to refuse: jobs of usual length, and some longer ones. */
function atMostOf(usual: Priced, looks: Priced, { configuration, clausesAtRisk = 0 }: Prospect) {
  const { profile, prices } = configuration
  const unexpected = unexpectedOf(profile, clausesAtRisk)
  const jobs = Math.min(usual.jobs + looks.jobs + unexpected.jobs, mostJobsOf(configuration))
  const more = Math.max(0, jobs - usual.jobs)
  // They may take the place of planned ones.
  const longer = looks.jobs + unexpected.jobs > 0 ? longerSecondsOf(profile) : 0
  const videoSeconds = more * FIELDS.duration.default + longer
  const requests = usual.requests + looks.requests + longerIntroduction({ isWithJobs: usual.jobs > 0 }).requests
  const most = within(
    {
      requests: requests * REPEATS + more * REQUESTS_OF_A_JOB,
      jobs,
      videoSeconds: Math.ceil(usual.videoSeconds + videoSeconds),
      downloadBytes: usual.downloadBytes + looks.downloadBytes,
      money: usual.money + (pricingOf(prices)?.any(more, videoSeconds) ?? 0n),
    },
    configuration,
    MOST_SECONDS,
  )
  return {
    ...most,
    requests: Math.min(roundedUp(most.requests), mostRequestsOf(configuration)),
    orders: Math.min(jobs, usual.jobs + looks.jobs),
  }
}

/** What is asked again after a 429 or a lost connection. */
const REPEATS = 1.5
/** By checks that look at each job of the run. */
const REQUESTS_OF_A_JOB = 20

/** To two digits: how many requests are drawn differs a little from seed to seed. */
function roundedUp(requests: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(requests)) - 1)
  return Math.ceil(requests / unit) * unit
}

/** What a run of this plan is held to. */
export function ceilingOf({ atMost, cost }: RunPlan, { configuration, clausesAtRisk = 0 }: Prospect): Ceiling {
  return {
    ...atMost,
    ...(cost && { money: moneyOf(cost.atMost) }),
    unexpected: unexpectedOf(configuration.profile, clausesAtRisk),
  }
}

export const goingOf = (planned: readonly Planned[]): Check[] =>
  planned.filter(({ skip }) => !skip).map(({ check }) => check)

/** What is asked of each job depends on how many there are. */
export function costsOf(planning: Planning, prospect: Prospect): Map<Phase, Cost> {
  return withinShares(planning, withItsJobs(planning, prospect))
}

function withItsJobs(planning: Planning, prospect: Prospect): Prospect {
  const costs = withinShares(planning, prospect)
  const { configuration } = prospect
  const { jobs } = within(total([...costs.values(), INTRODUCTION_COST], configuration), leftByALawfulServer(prospect))
  const early = [...whoseJobsAreVisited(planning.phases).map((phase) => costs.get(phase)!), INTRODUCTION_COST]
  const failing = early.reduce((sum, cost) => sum + (cost.failing ?? 0), 0)
  const visited = total(early, configuration).jobs
  return { ...prospect, jobs, visited: Math.min(jobs, visited), succeeding: Math.min(jobs, visited - failing) }
}

function total(costs: readonly Cost[], { prices }: Bounds): Priced {
  const sum: Sum = { requests: 0, jobs: 0, videoSeconds: 0, downloadBytes: 0 }
  for (const { requests, jobs = 0, videoSeconds = 0, downloadBytes = 0 } of costs) {
    sum.requests += requests
    sum.jobs += jobs
    sum.videoSeconds += videoSeconds
    sum.downloadBytes += downloadBytes
  }
  return { ...sum, money: moneyFor(costs, prices) }
}

type Bounds = Limits & {
  prices?: Prices
  maxDuration?: number
  maxDownload?: number
  rate?: number
  deadlineMs?: number
}

/** What is kept for refusals stays unused where all of them come; the first job of all is made before anything is kept. */
function leftByALawfulServer({ configuration, risksJobs }: Prospect): Bounds {
  const { maxVideoSeconds, maxCost, prices } = configuration
  if (!risksJobs) return configuration
  const { least } = FIELDS.duration
  const { stake, others } = keptOfEach(configuration, priceOfOne(configuration))
  const unused = without(stake, others)
  const pricing = pricingOf(prices)
  const money = maxCost === undefined || !pricing ? undefined : moneyOf(maxCost)
  return {
    ...configuration,
    ...(maxVideoSeconds !== undefined && {
      maxVideoSeconds: Math.max(Math.min(maxVideoSeconds, least), maxVideoSeconds - unused.videoSeconds),
    }),
    ...(money !== undefined && {
      maxCost: inUnits(largest([smallest(money, pricing!.plain(1, least)), money - (unused.money ?? 0n)])),
    }),
  }
}

/** No limit says more than the others leave. */
function within(
  { requests, jobs, videoSeconds, downloadBytes, money }: Priced,
  bounds: Bounds,
  longest = bounds.maxDuration ?? FIELDS.duration.most,
): Priced {
  const { maxVideoSeconds = videoSeconds, maxDownload = downloadBytes } = bounds
  const mostRequests = mostRequestsOf(bounds)
  const most = Math.min(jobs, mostJobsOf(bounds))
  const made = {
    jobs: most,
    // Fewer jobs than are wished for have no more video than the longest.
    videoSeconds: most === 0 ? 0 : Math.min(videoSeconds, maxVideoSeconds, most * longest),
  }
  return {
    requests: Math.min(requests + most * CLOSING, mostRequests),
    ...made,
    downloadBytes: Math.min(downloadBytes, maxDownload),
    money: moneyWithin(money, made, bounds),
  }
}

function mostRequestsOf({ maxRequests = Number.POSITIVE_INFINITY, rate, deadlineMs }: Bounds): number {
  if (rate === undefined || deadlineMs === undefined) return maxRequests
  return Math.min(maxRequests, Math.floor((rate * deadlineMs) / 1000) + 1)
}

/** A job has a second of video at least, and takes a request that comes after the readings. */
function mostJobsOf(bounds: Bounds): number {
  const { maxJobs = Number.POSITIVE_INFINITY, maxVideoSeconds = Number.POSITIVE_INFINITY } = bounds
  const inRequests = Math.max(0, mostRequestsOf(bounds) - READINGS.length)
  return Math.min(maxJobs, Math.floor(maxVideoSeconds / FIELDS.duration.least), inRequests, mostJobsFor(bounds))
}

/** What several suites have done together stands with the first of them. */
function suitesOf(
  planned: readonly Planned[],
  costs: ReadonlyMap<Phase, Cost>,
  tooLittle: (check: Check) => string | undefined,
): SuitePlan[] {
  const counted = new Set<Phase>()
  return [...Map.groupBy(planned, ({ check }) => check.suite)].map(([name, own]) => {
    const phases = goingOf(own)
      .flatMap((check) => check.phases)
      .filter((phase) => !counted.has(phase) && counted.add(phase))
    const whyNot = ({ check, skip }: Planned) => skip?.why ?? tooLittle(check)
    const going = own.filter((each) => !whyNot(each)).map(({ check }) => check)
    return {
      name,
      checks: going.filter((check) => !isObservation(check)).length,
      observations: going.filter(isObservation).length,
      requests: phases.reduce((sum, phase) => sum + (costs.get(phase)?.requests ?? 0), 0),
      skipped: own.flatMap((each) => {
        const why = whyNot(each)
        return why === undefined ? [] : [{ id: each.check.id, why }]
      }),
    }
  })
}
