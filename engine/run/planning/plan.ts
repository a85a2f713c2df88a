import { READINGS } from '../../../spec/endpoints.ts'
import { FIELDS } from '../../../spec/words.ts'
import type { Configuration } from '../../config/configuration.ts'
import { inUnits, type Money, moneyOf, smallest } from '../../config/prices/money.ts'
import { pricingOf } from '../../config/prices/prices.ts'
import { mostFurtherRequests } from '../../discovery/discovery.ts'
import { INTRODUCTION } from '../../history/entry/senders.ts'
import { type Amount, jobsWithin, least, minus, plus } from '../../http/limits/amount.ts'
import { type Ceiling, LONGEST_UNEXPECTED, limitOf } from '../../http/limits/budget.ts'
import type { LeftOutByLimits, Limits } from '../../http/limits/limits.ts'
import { type Check, isObservation, subjectOf } from '../../judge/check.ts'
import type { Cost, Phase, PlanInput } from '../phase.ts'
import {
  type Allotment,
  allot,
  amountOf,
  CLOSING,
  hasLimitOnJobs,
  POLLS,
  sumOf,
  tightest,
  unexpectedOf,
} from './allot.ts'
import { phasesOf } from './order.ts'
import { mostRepeated } from './repeats.ts'
import type { Planned } from './selection.ts'

/** Factor for retries after a network error or a 429. */
const RETRIES = 1.5
/** Requests per job by checks that read each job of the run. */
const REQUESTS_OF_A_JOB = 20

/** Excludes polls of unfinished jobs. */
type Sum = { requests: number; jobs: number; videoSeconds: number; downloadBytes: number }

/** Amounts in the unit of the price list. */
export type PlannedCost = {
  unit: string
  /** On a conforming server. */
  most: string
  /** On any server. */
  atMost: string
  /** Cost without limits. */
  wanted: string
  maxCost?: string
}

/** Its sums are for a conforming server. */
export type RunPlan = Sum & {
  suites: SuitePlan[]
  /** Phases without a suite. */
  besides: { name: string; requests: number }[]
  /** Sums without limits. */
  wanted: Sum
  cost?: PlannedCost
  limits: Limits
  /** If limits exclude something: its cost, and sufficient limits. */
  leftOut?: LeftOutByLimits
  /** Polls included, if a limit or a rate sets a maximum. */
  mostRequests?: number
  /** Maximum on any server. `orders`: planned jobs. */
  atMost: Sum & { orders: number }
  deadlineSeconds: number
  pollIntervalSeconds: number
}

type SuitePlan = {
  name: string
  checks: number
  observations: number
  requests: number
  skipped: { id: string; why: string }[]
}

export type PlannedRun = {
  plan: RunPlan
  ceiling: Ceiling
  allotment: Allotment
  phases: readonly Phase[]
  input: PlanInput
}

type Parts = { planned: readonly Planned[]; input: PlanInput; besides?: readonly Phase[] }

/** The maximum of requests and costs of a run, from the maximum of each phase. Sends nothing. */
export function planRun({ planned, input: known, besides = [] }: Parts): PlannedRun {
  const { configuration } = known
  const checks = goingOf(planned)
  const phases = phasesOf(checks, besides)
  const checksOf = (phase: Phase) => checks.filter((check) => check.phases.includes(phase)).length
  const clauses = new Set(checks.map(subjectOf)).size
  const unexpected = unexpectedOf(clauses, configuration)
  const allotted = (input: PlanInput): [PlanInput, Allotment, Total] => {
    const allotment = allot(phases, input, checksOf)
    return [input, allotment, totalOf([...allotment.costs.values(), allotment.introduction], input.configuration)]
  }
  // Reads per job depend on the number of jobs.
  const first = { ...known, ...(hasLimitOnJobs(configuration) && { unexpected: unexpected.most }) }
  const [, , { jobs }] = allotted(first)
  const [input, allotment, sum] = allotted({ ...first, jobs })
  const all = withoutLimits(configuration)
  const isLimited = Object.keys(all).length < Object.keys(configuration).length
  const [, , wanted] = isLimited ? allotted({ ...known, jobs, configuration: all }) : [input, allotment, sum]
  const { left, costs, introduction } = allotment
  const more = least(plus(unexpected.most, left), unexpectedOf(clauses, withoutLimits(configuration)).most)
  const most = hasLimitOnJobs(configuration) ? more : unexpected.most
  const atMost = atMostOf(sum, most, configuration)
  const limit = tightest(configuration, left)
  const mayBeRefused = sumOf(
    [...costs.values()].filter((cost) => cost.mayBeRefused).map((cost) => amountOf(cost, configuration)),
  )
  const ceiling: Ceiling = {
    requests: atMost.requests,
    planned: new Map([
      [INTRODUCTION, amountOf(introduction, configuration)],
      ...[...costs].map(([{ name }, cost]): [string, Amount] => [
        name,
        cost.mayBeRefused ? mayBeRefused : amountOf(cost, configuration),
      ]),
    ]),
    unexpected: { ...unexpected, most, ...(hasLimitOnJobs(configuration) && { reserved: unexpected.most }) },
    ...(limit && { limit }),
  }
  const { maxJobs, maxVideoSeconds, maxRequests, maxCost, pollsAside, rate, prices } = configuration
  const leftOut = isLimited ? leftOutOf(sum, wanted, unexpectedOf(clauses, all).most, configuration) : undefined
  const plan: RunPlan = {
    ...withoutMoney(sum),
    suites: suitesOf(planned, allotment, maxRequests),
    besides: [
      { name: 'discovery', requests: introduction.requests },
      { name: 'polls of finished jobs', requests: sum.jobs * CLOSING },
      ...besides.map((phase) => ({ name: phase.name, requests: costs.get(phase)?.requests ?? 0 })),
    ],
    atMost: { ...withoutMoney(atMost), orders: sum.jobs },
    wanted: withoutMoney(wanted),
    ...(prices && {
      cost: {
        unit: prices.unit,
        most: inUnits(sum.money ?? 0n),
        atMost: inUnits(atMost.money ?? 0n),
        wanted: inUnits(wanted.money ?? 0n),
        ...(maxCost !== undefined && { maxCost: inUnits(moneyOf(maxCost)) }),
      },
    }),
    limits: {
      ...(maxJobs !== undefined && { maxJobs }),
      ...(maxVideoSeconds !== undefined && { maxVideoSeconds }),
      ...(maxRequests !== undefined && { maxRequests }),
      ...(maxCost !== undefined && { maxCost }),
    },
    ...(leftOut && { leftOut }),
    ...(((maxRequests !== undefined && !pollsAside) || rate !== undefined) && {
      mostRequests: mostRequestsOf(configuration),
    }),
    deadlineSeconds: configuration.deadlineMs / 1000,
    pollIntervalSeconds: configuration.pollIntervalMs / 1000,
  }
  return { plan, ceiling, allotment, phases, input }
}

function inHundredths(money: Money): Money {
  const one = moneyOf('0.01')
  return ((money + one - 1n) / one) * one
}

/** What limits exclude, and sufficient limits: at most a quarter of each is reserved for faulty servers. */
function leftOutOf(sum: Total, wanted: Total, unexpected: Amount, configuration: Configuration) {
  const { maxJobs, maxVideoSeconds, maxCost, maxRequests, prices } = configuration
  const enoughOf = (most: number, faulty: number) => Math.ceil(Math.min(most + faulty, (most * 4) / 3))
  const money = (amount: Amount) => amount.money ?? 0n
  const jobs = enoughOf(wanted.jobs, unexpected.jobs)
  const videoSeconds = enoughOf(wanted.videoSeconds, unexpected.videoSeconds)
  const requests = wanted.requests + wanted.jobs * POLLS
  const cost = inHundredths(smallest(money(wanted) + money(unexpected), (money(wanted) * 4n) / 3n))
  const more = minus(wanted, sum)
  const enough = {
    ...(maxJobs !== undefined && maxJobs < jobs && { maxJobs: jobs }),
    ...(maxVideoSeconds !== undefined && maxVideoSeconds < videoSeconds && { maxVideoSeconds: videoSeconds }),
    ...(maxCost !== undefined && moneyOf(maxCost) < cost && { maxCost: inUnits(cost) }),
    ...(maxRequests !== undefined && maxRequests < requests && { maxRequests: requests }),
  }
  if (Object.keys(enough).length === 0) return undefined
  return {
    ...{ jobs: more.jobs, videoSeconds: more.videoSeconds, requests: Math.max(0, wanted.requests - sum.requests) },
    ...(prices && { cost: { unit: prices.unit, amount: inUnits(money(more)) } }),
    enough,
  }
}

const goingOf = (planned: readonly Planned[]): Check[] => planned.filter(({ skip }) => !skip).map(({ check }) => check)

type Total = Amount & { requests: number; downloadBytes: number }

function totalOf(costs: readonly Cost[], configuration: Configuration): Total {
  return limited(sumOf(costs.map((cost) => amountOf(cost, configuration))), configuration, {
    requests: costs.reduce((sum, cost) => sum + cost.requests, 0),
    downloadBytes: costs.reduce((sum, cost) => sum + (cost.downloadBytes ?? 0), 0),
    longest: configuration.maxDuration ?? FIELDS.duration.most,
  })
}

type More = { requests: number; downloadBytes: number; longest: number }

/** Limits each number to what the limits on the others allow. */
function limited(amount: Amount, configuration: Configuration, { requests, downloadBytes, longest }: More): Total {
  const limit = limitOf(configuration)
  const mostRequests = mostRequestsOf(configuration)
  const { jobs: most, videoSeconds, money } = least(amount, limit)
  const jobs = Math.min(
    most,
    jobsWithin(limit, pricingOf(configuration.prices)),
    Math.max(0, mostRequests - READINGS.length),
  )
  return {
    jobs,
    videoSeconds: jobs === 0 ? 0 : Math.min(videoSeconds, jobs * longest),
    money: jobs === 0 ? 0n : money,
    requests: Math.min(requests + jobs * CLOSING, mostRequests),
    downloadBytes: Math.min(downloadBytes, configuration.maxDownload),
  }
}

const withoutMoney = ({ requests, jobs, videoSeconds, downloadBytes }: Total): Sum => ({
  requests,
  jobs,
  videoSeconds,
  downloadBytes,
})

function atMostOf(sum: Total, unexpected: Amount, configuration: Configuration): Total {
  const introduction = mostFurtherRequests(sum.jobs > 0)
  const confirming = unexpected.jobs * REQUESTS_OF_A_JOB + mostRepeated(configuration.profile)
  const requests = (sum.requests + introduction) * RETRIES + confirming
  return limited(plus(sum, unexpected), configuration, {
    requests: roundedUp(requests),
    downloadBytes: sum.downloadBytes,
    longest: LONGEST_UNEXPECTED,
  })
}

/** To two digits, because the number of random requests depends a little on the seed. */
function roundedUp(requests: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(requests)) - 1)
  return Math.ceil(requests / unit) * unit
}

function withoutLimits(configuration: Configuration): Configuration {
  const { maxJobs: _, maxVideoSeconds: __, maxCost: ___, maxRequests: ____, rate: _____, ...others } = configuration
  return others
}

/** The limit, or what the rate allows until the deadline. */
function mostRequestsOf({ maxRequests = Number.POSITIVE_INFINITY, rate, deadlineMs }: Configuration): number {
  return rate === undefined ? maxRequests : Math.min(maxRequests, Math.floor((rate * deadlineMs) / 1000) + 1)
}

/** Phases that several suites share are counted for the first of them. */
function suitesOf(planned: readonly Planned[], { costs, leftOut }: Allotment, maxRequests?: number): SuitePlan[] {
  const counted = new Set<Phase>()
  const tooLittle = ({ phases: [first] }: Check) =>
    first && leftOut.has(first.name) ? `--max-requests ${maxRequests} is too low for it` : undefined
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
