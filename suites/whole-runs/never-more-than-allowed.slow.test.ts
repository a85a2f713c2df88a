import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Wishes } from '../../engine/config/configuration.ts'
import type { Prices } from '../../engine/config/prices/prices.ts'
import { startEmbedded } from '../../fixtures/embedded.ts'
import { run } from '../../reporters/outcome/run.ts'
import { SUITES } from '../index.ts'
import { behindABadNetwork, MISHAPS, type Mishap, type Seen } from './bad-network-for-tests.ts'

const RUNS = 10
const QUICK = {
  pollIntervalMs: 1,
  settleMs: 1,
  lagMs: 10,
  deadlineMs: 2000,
  requestTimeoutMs: 1000,
  generate: 60,
}

const PRICES: Prices = {
  unit: 'credits',
  rates: [
    { resolution: ['480p'], perSecond: '0.1', perJob: '0.25' },
    { resolution: ['720p', '1080p'], fpsUpTo: 30, perSecond: '0.3' },
    { perSecond: '1.7' },
  ],
}

/** In thousandths, from the literal text of the body: the charge of a server that does not normalise values. */
function chargedFor(body: string): number {
  const { resolution = '480p', duration = 5, fps = 24 } = JSON.parse(body) as { [field: string]: unknown }
  const seconds = typeof duration === 'number' ? duration : 5
  if (resolution === '480p') return Math.round(seconds * 100 + 250)
  const isUsual = (resolution === '720p' || resolution === '1080p') && Number(fps) <= 30
  return Math.round(seconds * (isUsual ? 300 : 1700))
}

const secondsIn = (body: string) => {
  const { duration } = JSON.parse(body) as { duration?: unknown }
  return typeof duration === 'number' ? duration : 5
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof(fc.constant(undefined), arbitrary)
/** Tight, so that runs come near the limits. */
const anyBudget: fc.Arbitrary<Wishes> = fc.oneof(
  fc.record({ maxJobs: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ maxVideoSeconds: fc.constantFrom(3, 7.5, 40) }),
  fc.record({ maxCost: fc.constantFrom('1', '2.05', '8.35') }),
  fc.constant({ maxJobs: 6, maxVideoSeconds: 60, maxCost: '15.05' }),
)
const anyRun = fc.record({
  only: fc.oneof(
    // Most jobs of a run are made there.
    { weight: 3, arbitrary: fc.constant<string[]>(['limits']) },
    fc.constantFrom<string[]>(
      ['submission', 'readings'],
      ['quiet', 'auth'],
      ['capacity', 'generated'],
      ['accounts', 'model'],
      [],
    ),
  ),
  profile: fc.constantFrom('standard' as const, 'full' as const, 'full' as const),
  burst: fc.constantFrom(0, 0, 6),
  maxRequests: fc.constantFrom(1, 20, 250, 250, 250, 400),
  rate: maybe(fc.constantFrom(20, 60)),
  concurrency: maybe(fc.integer({ min: 1, max: 6 })),
  media: fc.boolean(),
})
/** Undisturbed requests before the first failure. */
const anyCalm = fc.constantFrom(0, 12, 12, 30)
/** Mostly none, so that a run makes progress. */
const mishap = (nothing: number, ...often: Mishap[]) =>
  fc.oneof(
    { weight: nothing, arbitrary: fc.constant<Mishap>('nothing') },
    fc.constantFrom<Mishap>(...MISHAPS, ...often),
  )
const anyMishaps = fc.record({
  // A submission that is lost after the server accepted it has made a job.
  submissions: fc.array(mishap(1, ...Array<Mishap[]>(6).fill(['504 after', 'a reset after']).flat()), {
    minLength: 2,
    maxLength: 6,
  }),
  others: fc.array(mishap(8), { minLength: 1, maxLength: 30 }),
})

function whatIsMore(seen: Seen, wishes: Wishes): object {
  const { maxJobs = 1e9, maxVideoSeconds = 1e9, maxCost = '1e9', maxRequests = 1e9, concurrency = 1e9 } = wishes
  const money = seen.jobs.reduce((sum, body) => sum + chargedFor(body), 0)
  const seconds = seen.jobs.reduce((sum, body) => sum + secondsIn(body), 0)
  return {
    ...(seen.requests > maxRequests && { requests: seen.requests }),
    ...(seen.jobs.length > maxJobs && { jobs: seen.jobs.length }),
    ...(seconds > maxVideoSeconds && { seconds }),
    ...(money > Number(maxCost) * 1000 && { money }),
    ...(seen.mostAtOnce > concurrency && { atOnce: seen.mostAtOnce }),
  }
}

it('stays within all limits of a run when the network fails at random', async () => {
  let [jobs, requests, atOnce] = [0, 0, 0]
  await fc.assert(
    fc.asyncProperty(
      anyRun,
      anyBudget,
      anyMishaps,
      anyCalm,
      fc.nat({ max: 99 }),
      async (other, budget, mishaps, calm, seed) => {
        const wishes = { ...other, ...budget }
        // Jobs with lost responses use capacity of the next run.
        const { provision, close } = await startEmbedded({ polls: 2, capacity: 6 })
        const network = await behindABadNetwork(provision.baseUrl, mishaps, calm)
        try {
          await run({
            provision: { ...provision, baseUrl: network.baseUrl },
            wishes: { ...QUICK, ...wishes, prices: PRICES, seed },
            suites: SUITES.filter(({ startsAProcess }) => !startsAProcess),
          })
          expect(whatIsMore(network.seen, wishes)).toEqual({})
        } finally {
          await network.close()
          await close()
        }
        jobs += network.seen.jobs.length
        requests += network.seen.requests
        atOnce = Math.max(atOnce, network.seen.mostAtOnce)
      },
    ),
    { numRuns: RUNS, seed: 20, endOnFailure: true },
  )
  // Runs that send nothing stay within any limit.
  expect(jobs).toBeGreaterThan(RUNS / 2)
  expect(requests).toBeGreaterThan(RUNS * 10)
  expect(atOnce).toBeGreaterThan(1)
})
