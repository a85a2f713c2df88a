import fc from 'fast-check'
import { PROFILES, type Wishes } from '../../engine/config/configuration.ts'
import type { Money } from '../../engine/config/prices/money.ts'
import { type Prices, pricingOf } from '../../engine/config/prices/prices.ts'
import { succeeded } from '../../engine/history/reading/reading.ts'
import type { Recording } from '../../engine/history/recording.ts'
import type { Spent } from '../../engine/http/limits/budget.ts'
import { priceOfBody } from '../../engine/http/limits/price-of-body.ts'
import { type Suite, subjectOf } from '../../engine/judge/check.ts'
import type { RunPlan } from '../../engine/run/planning/plan.ts'
import type { Provision } from '../../engine/run/provision.ts'
import { prepare, runPrepared } from '../../engine/run/run.ts'
import { around } from '../../service/interface/behaviour.ts'
import type { Patch } from '../../service/layers.ts'
import { RESOLUTIONS } from '../../spec/words.ts'
import { SUITES } from '../index.ts'
import { sentIn } from './sent-for-tests.ts'

export type Announced = { keys: string[]; plan: RunPlan; sent: Spent; paid: Money; entries: Recording }

/** A different price for each kind, so that mix-ups show. */
const PRICES: Prices = {
  unit: 'credits',
  rates: [
    { resolution: ['480p'], bitDepth: 8, perSecond: '1', perJob: '0.01' },
    { resolution: ['480p'], perSecond: '1.3' },
    { resolution: ['720p'], fpsUpTo: 30, perSecond: '2.7' },
    { resolution: ['1080p', '2k'], perSecond: '5', perJob: '3' },
    { perSecond: '11' },
  ],
}

function prepared(provision: Provision, wishes: Wishes, suites: readonly Suite[]) {
  const quick = { pollIntervalMs: 1, settleMs: 1, lagMs: 10, deadlineMs: 600_000 }
  return prepare({ provision, wishes: { ...quick, prices: PRICES, ...wishes }, suites, local: true })
}

export async function announce(
  provision: Provision,
  wishes: Wishes,
  suites: readonly Suite[] = SUITES,
): Promise<Announced> {
  const {
    plan: { plan },
    session,
  } = prepared(provision, wishes, suites)
  const { entries } = await runPrepared(session(), suites)
  return { keys: Object.keys(provision.keys), plan, sent: sentIn(entries), paid: paidIn(entries), entries }
}

/** The cost of all submissions that returned 2xx. */
function paidIn(entries: Recording): Money {
  let paid = 0n
  for (const each of entries)
    if (each.kind === 'exchange' && each.request.method === 'POST' && succeeded(each))
      paid += priceOfBody(each.request.body ?? '', pricingOf(PRICES)!)
  return paid
}

const checks = SUITES.flatMap((suite) => suite.checks)
const names = [...new Set(checks.flatMap((check) => [check.id, subjectOf(check)]))]
const often = <T>(value: T, arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, arbitrary)

/** Random keys, selections and limits of a run. */
export const anySelection = fc.record({
  without: fc.subarray(['A2', 'B', 'R', 'imageUrl', 'failingPrompt'] as const, { maxLength: 3 }),
  wishes: fc.record({
    profile: fc.constantFrom(...PROFILES, 'full' as const),
    only: fc.oneof(
      fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...SUITES.map(({ name }) => [name])),
    ),
    seed: fc.nat({ max: 99 }),
    generate: fc.constantFrom(0, 10, 60),
    burst: often(0, fc.constantFrom(3, 8)),
    maxResolution: often(undefined, fc.constantFrom(...RESOLUTIONS)),
    maxDuration: often(undefined, fc.constantFrom(1, 5, 30)),
    maxJobs: often(undefined, fc.constantFrom(1, 5, 20)),
    maxVideoSeconds: often(undefined, fc.constantFrom(2, 10, 100)),
    maxRequests: often(undefined, fc.constantFrom(60, 400)),
    maxCost: often(undefined, fc.constantFrom('4', '7', '150.5')),
  }),
})

export function less({ keys, ...provision }: Provision, without: readonly string[]): Provision {
  const left = Object.fromEntries(Object.entries(keys).filter(([name]) => !without.includes(name)))
  const others = Object.fromEntries(Object.entries(provision).filter(([name]) => !without.includes(name)))
  return { ...others, keys: left } as Provision
}

/** What a server received, by its own count. `requests`: without polls of unfinished jobs. */
export type Received = Spent & { all: number }

export function counting(received: Received): Patch {
  return (behaviour) => {
    around(behaviour, 'respond', (next, incoming) => {
      received.all++
      received.requests++
      return next(incoming)
    })
    around(behaviour, 'poll', (next, caller, id) => {
      const status = behaviour.findJob(caller, id)?.status
      if (status === 'queued' || status === 'running') received.requests--
      return next(caller, id)
    })
    around(behaviour, 'createJob', (next, caller, order) => {
      received.jobs++
      received.videoSeconds += Math.max(0, order.parameters.duration)
      return next(caller, order)
    })
  }
}
