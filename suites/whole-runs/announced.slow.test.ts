import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Wishes } from '../../engine/config/configuration.ts'
import { moneyOf } from '../../engine/config/prices/money.ts'
import type { RunPlan } from '../../engine/run/planning/plan.ts'
import { startEmbedded } from '../../fixtures/embedded.ts'
import { around } from '../../service/interface/behaviour.ts'
import type { Patch } from '../../service/layers.ts'
import { opinionFrom } from '../../spec/oracle/opinion.ts'
import { FIELDS, type FieldName } from '../../spec/words.ts'
import { SUITES } from '../index.ts'
import { type Announced, announce, anySelection, counting, less } from './announced-for-tests.ts'

const CHECKED: readonly string[] = [...Object.keys(FIELDS), 'body']
const without = (left: FieldName) => CHECKED.filter((each) => each !== left)

const VALIDATION: Record<string, readonly string[]> = {
  everything: CHECKED,
  nothing: [],
  'model and prompt alone': ['model', 'prompt'],
  'no duration': without('duration'),
  'no resolution': without('resolution'),
  'no ratio': without('ratio'),
  'no image': without('image_url'),
}

/** Accepts bodies that are wrong only in fields that it does not check. */
const checking =
  (checked: readonly string[]): Patch =>
  (behaviour) =>
    around(behaviour, 'decide', (next, { reasons }) =>
      next(opinionFrom(reasons.filter(({ field = 'body' }) => checked.includes(field)))),
    )

const LIMITED = '--max-jobs 10 --max-video-seconds 60'
const LIMITS: Record<string, Wishes> = {
  'no limits': {},
  [LIMITED]: { maxJobs: 10, maxVideoSeconds: 60 },
}

type Made = { jobs: number; videoSeconds: number }

/** What a server made, by its own count, and what was announced. */
async function madeBy(checked: readonly string[], wishes: Wishes): Promise<Announced & { made: Made }> {
  const made = { all: 0, requests: 0, jobs: 0, videoSeconds: 0 }
  const patches = [checking(checked), counting(made)]
  const layers = patches.map((patch, index) => ({ name: `layer ${index}`, patch }))
  const { provision, close } = await startEmbedded({ capacity: 1000, polls: 3, layers })
  const suites = SUITES.filter(({ startsAProcess }) => !startsAProcess)
  try {
    return { ...(await announce(provision, { media: false, ...wishes }, suites)), made }
  } finally {
    await close()
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

describe('on a conforming server', () => {
  const SELECTIONS = 3
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

  it.each<Wishes>([{ maxVideoSeconds: 30 }, { maxJobs: 10 }])(
    'makes no more than planned with %o if the server accepts images that it may refuse',
    async (limit) => {
      const { provision, close } = await startEmbedded({ dialect: 'problem-details', polls: 3, capacity: 1000 })
      const only = ['submission', 'limits', 'generated']
      try {
        const { plan, sent } = await announce(provision, { profile: 'full', generate: 60, only, ...limit })
        expect(isMore(sent, plan), JSON.stringify({ sent, planned: amounts(plan) })).toBe(false)
      } finally {
        await close()
      }
    },
  )
})

const amounts = ({ requests, jobs, videoSeconds, cost }: RunPlan) => ({ requests, jobs, videoSeconds, cost })
