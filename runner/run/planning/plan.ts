import { READINGS } from '../../../spec/endpoints.ts'
import { FIELDS } from '../../../spec/words.ts'
import type { Cost, Phase, Prospect } from '../../driving/phase.ts'
import { TWINS_OF_ENDLESS_JOBS } from '../../jobs/endless.ts'
import { type Check, isObservation } from '../../judging/check.ts'
import { inUnits, largest, type Money, moneyOf, smallest } from '../../settings/prices/money.ts'
import { type Prices, pricingOf } from '../../settings/prices/prices.ts'
import { without } from '../../wire/limits/allowance.ts'
import type { Limits } from '../../wire/limits/limits.ts'
import { keptOfEach } from '../../wire/limits/shares.ts'
import { INTRODUCTION_COST, longerIntroduction } from '../introduction/introduction.ts'
import { costsWith } from './costs.ts'
import { whyTooLittle } from './left-too-little.ts'
import { moneyFor, moneyWithin, mostJobsFor, type PlannedCost, plannedCost } from './plan-cost.ts'
import { type Planning, scheduleOf, whoseJobsAreVisited } from './schedule.ts'
import type { Planned } from './selection.ts'
import { priceOfOne, sharesOf, withinShares } from './shares.ts'
import { CLOSING } from './within-requests.ts'

/** Polls of unfinished jobs aside, and what is asked again after a 429 or a lost connection. */
type Sum = Required<Pick<Cost, 'requests' | 'jobs' | 'videoSeconds' | 'downloadBytes'>>
type Priced = Sum & { money: Money }

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
  /** More than so many jobs are never made, whatever the server does. */
  mostJobs?: number
  /** The same for a server that takes on as a job all that it may refuse: where a job is made, others are left out. */
  ifTakenOn: Sum
  /** What may come to it where something odd is seen, and has to be taken apart or looked at twice. */
  secondLooks: Sum
  /** On a server that lists its models or shows its ids in an unusual way. */
  ifUnusual: { requests: number }
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

/** What a run would do and cost at most on a server that keeps the law, from the phases' own words; nothing is sent. */
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
  const ifTakenOn = [...costsOf(schedule, { ...prospect, takesAllOn: true }).values(), INTRODUCTION_COST]
  const looks = phases.flatMap((phase) => phase.secondLook?.(known) ?? [])
  const lawful = leftByALawfulServer(prospect)
  const { money, ...sum } = within(total(usual, configuration), lawful)
  const longer = longerIntroduction({ isWithJobs: sum.jobs > 0 })
  const introducedAtLength = within(total([...usual, longer], configuration), lawful)
  const most = within(total([...usual, ...looks, longer, TWINS_OF_ENDLESS_JOBS], configuration), configuration)
  const { money: ifTakenOnMoney, ...takenOn } = within(total(ifTakenOn, configuration), lawful)
  const { maxDuration, prices } = configuration
  const unbounded = { ...(maxDuration !== undefined && { maxDuration }), ...(prices && { prices }) }
  const { money: wantedMoney, ...wanted } = within(
    total([...wished.values(), INTRODUCTION_COST], configuration),
    unbounded,
  )
  const cost = plannedCost(
    { sum: money, ifTakenOn: ifTakenOnMoney, withSecondLooks: most.money, wanted: wantedMoney },
    configuration,
  )
  const { maxJobs, maxVideoSeconds, maxRequests, maxCost, pollsAside, rate } = configuration
  const ceiling = mostRequestsOf(configuration)
  const mostJobs = mostJobsOf(configuration)
  return {
    ...sum,
    suites: suitesOf(planned, costs, tooLittle),
    besides: [
      { name: 'getting acquainted', requests: INTRODUCTION_COST.requests },
      { name: 'each job once more', requests: sum.jobs * CLOSING },
      ...(prospect.besides ?? []).map((phase) => ({ name: phase.name, requests: costs.get(phase)?.requests ?? 0 })),
    ],
    ifTakenOn: takenOn,
    ifUnusual: { requests: introducedAtLength.requests },
    wanted,
    ...(cost && { cost }),
    limits: {
      ...(maxJobs !== undefined && { maxJobs }),
      ...(maxVideoSeconds !== undefined && { maxVideoSeconds }),
      ...(maxRequests !== undefined && { maxRequests }),
      ...(maxCost !== undefined && { maxCost }),
    },
    ...(((maxRequests !== undefined && !pollsAside) || rate !== undefined) && { mostRequests: ceiling }),
    ...(Number.isFinite(mostJobs) && { mostJobs }),
    secondLooks: {
      requests: most.requests - sum.requests,
      jobs: most.jobs - sum.jobs,
      videoSeconds: most.videoSeconds - sum.videoSeconds,
      downloadBytes: most.downloadBytes - sum.downloadBytes,
    },
    deadlineSeconds: configuration.deadlineMs / 1000,
    pollIntervalSeconds: configuration.pollIntervalMs / 1000,
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
function within({ requests, jobs, videoSeconds, downloadBytes, money }: Priced, bounds: Bounds): Priced {
  const { maxVideoSeconds = videoSeconds, maxDuration = FIELDS.duration.most, maxDownload = downloadBytes } = bounds
  const mostRequests = mostRequestsOf(bounds)
  const most = Math.min(jobs, mostJobsOf(bounds))
  const made = {
    jobs: most,
    // Fewer jobs than are wished for have no more video than the longest.
    videoSeconds: Math.min(videoSeconds, maxVideoSeconds, most * maxDuration),
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
