import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startEmbedded } from '../../fixtures/embedded.ts'
import type { RunPlan } from '../../runner/run/planning/plan.ts'
import type { Wishes } from '../../runner/settings/configuration.ts'
import { moneyOf } from '../../runner/settings/prices/money.ts'
import { SUITES } from '../index.ts'
import { type Announced, announce, anySelection, less, planWith } from './announced-for-tests.ts'
import { ALL_CHECKS, type Checked, LaxServer } from './lax-server-for-tests.ts'

const without = (left: Checked) => ALL_CHECKS.filter((each) => each !== left)

const VALIDATION: Record<string, readonly Checked[]> = {
  everything: ALL_CHECKS,
  nothing: [],
  'model and prompt alone': ['model', 'prompt'],
  'no duration': without('duration'),
  'no resolution': without('resolution'),
  'no ratio': without('ratio'),
  'no image': without('image'),
}

const LIMITED = '--max-jobs 10 --max-video-seconds 60'
const LIMITS: Record<string, Wishes> = {
  'no limits': {},
  [LIMITED]: { maxJobs: 10, maxVideoSeconds: 60 },
}

type Made = { jobs: number; videoSeconds: number }

/** What a server made, by its own count, beside what was announced. */
async function madeBy(checks: readonly Checked[], wishes: Wishes): Promise<Announced & { made: Made }> {
  const server = new LaxServer(checks)
  const baseUrl = await server.start()
  try {
    const provision = { baseUrl, keys: server.keys, imageUrl: 'https://images.example.com/boat.png' }
    const announced = await announce(
      provision,
      wishes,
      SUITES.filter(({ startsAProcess }) => !startsAProcess),
    )
    return { ...announced, made: server.made }
  } finally {
    await server.close()
  }
}

const isMore = (made: Made, most: Made) => made.jobs > most.jobs || made.videoSeconds > most.videoSeconds

/** Each validation, profile and limit at least once. */
const RUNS = [
  { validation: 'everything', profile: 'standard', limit: 'no limits' },
  { validation: 'nothing', profile: 'full', limit: 'no limits' },
  { validation: 'nothing', profile: 'full', limit: LIMITED },
  { validation: 'model and prompt alone', profile: 'standard', limit: LIMITED },
  { validation: 'no duration', profile: 'standard', limit: 'no limits' },
  { validation: 'no resolution', profile: 'smoke', limit: 'no limits' },
  { validation: 'no ratio', profile: 'smoke', limit: LIMITED },
  { validation: 'no image', profile: 'standard', limit: LIMITED },
] as const

it.each(RUNS)(
  'a $profile run makes no more than announced on a server that checks $validation ($limit)',
  async ({ validation, profile, limit }) => {
    const { made, plan, sent, paid } = await madeBy(VALIDATION[validation]!, { profile, ...LIMITS[limit] })
    expect(made.jobs).toBeGreaterThan(0)
    expect([made, plan.atMost].map(({ jobs, videoSeconds }) => ({ jobs, videoSeconds }))).toSatisfy(
      ([made, most]: Made[]) => !isMore(made!, most!),
    )
    expect(sent.requests).toBeLessThanOrEqual(plan.atMost.requests)
    expect(paid <= moneyOf(plan.cost!.atMost)).toBe(true)
  },
)

it('makes one job in standard for each clause whose submissions are accepted', async () => {
  const { entries } = await madeBy(without('duration'), { profile: 'standard', only: ['submission', 'generated'] })
  const accepted = [...entries].filter(
    (entry) => entry.kind === 'exchange' && entry.purpose.part === 'probe' && entry.answer?.status === 202,
  )
  const outOfRange = accepted.filter((entry) =>
    /"duration":(?!1\b|2\.5|60\b)[-\d]/.test(JSON.stringify(entry).replaceAll('\\', '')),
  )
  expect(outOfRange).toHaveLength(1)
})

describe('on a conforming server', () => {
  const SELECTIONS = 6
  it.each([
    { dialect: 'problem-details', polls: 4 },
    { dialect: 'legacy-numbers', polls: 1 },
  ])(`sends no more than planned in ${SELECTIONS} selections (dialect $dialect)`, async ({ dialect, polls }) => {
    const { provision, close } = await startEmbedded({ dialect, polls, capacity: 1000 })
    const tooMany: object[] = []
    try {
      for (const { without, wishes } of fc.sample(anySelection, { seed: 12, numRuns: SELECTIONS })) {
        const { plan, sent, paid, keys } = await announce(less(provision, without), wishes)
        const isTooMuch = isMore(sent, plan) || sent.requests > plan.requests || paid > moneyOf(plan.cost!.most)
        if (isTooMuch || isMore(plan, plan.atMost)) tooMany.push({ ...wishes, keys, sent, planned: amounts(plan) })
      }
    } finally {
      await close()
    }
    expect(tooMany).toEqual([])
  })
})

const amounts = ({ requests, jobs, videoSeconds, cost }: RunPlan) => ({ requests, jobs, videoSeconds, cost })

it('announces the same for every seed', async () => {
  const { provision, close } = await startEmbedded()
  try {
    const plans = []
    for (const seed of [1, 2, 3, 4, 5]) plans.push(planWith(provision, { profile: 'full', seed }).atMost)
    expect(new Set(plans.map(({ jobs, videoSeconds }) => `${jobs} ${videoSeconds}`)).size).toBe(1)
  } finally {
    await close()
  }
})
