import { describe, expect, it } from 'vitest'
import type { Cost, Phase, Prospect } from '../../driving/phase.ts'
import type { Wishes } from '../../settings/configuration.ts'
import { phaseOf, planningOf } from './planning-for-tests.ts'
import { sharesOf, withinShares } from './shares.ts'

const jobs = (count: number, each = 1): Cost => ({ requests: count, jobs: count, videoSeconds: count * each })

const PHASES = [
  phaseOf('resting jobs', jobs(3), { alone: true }),
  phaseOf('odd bodies', jobs(2), { yieldsTo: [] }),
  phaseOf('orders', jobs(4, 5), { placesJobs: true }),
  phaseOf('bad images', { ...jobs(6), maybeNone: true }),
  phaseOf('the first ones', jobs(2), { jobsFirst: true }),
  phaseOf('reads', { requests: 9 }),
]

const PLANNING = planningOf(PHASES)

const prospect = (limits: Wishes, risksJobs = true) =>
  ({
    ...{ target: { baseUrl: 'http://api.test/v1' }, keys: [], lengthOf: () => 0, jobs: 1, visited: 1, succeeding: 1 },
    ...{ configuration: limits, risksJobs },
  }) as unknown as Prospect

describe('the share of each phase in the jobs that a limit allows', () => {
  const dealt = (maxJobs: number, risksJobs = true) => {
    const { of, spare, others } = sharesOf(PLANNING, prospect({ maxJobs }, risksJobs))!
    return { ...Object.fromEntries([...of].map(([name, { jobs }]) => [name, jobs])), spare, others }
  }

  it('is dealt out by what matters most, the first job of the run before all', () => {
    const none = { 'the first ones': 0, orders: 0, 'resting jobs': 0, 'odd bodies': 0 }
    expect(dealt(0)).toEqual({ introduction: 0, ...none, spare: 0, others: 0 })
    expect(dealt(1)).toEqual({ introduction: 1, ...none, spare: 0, others: 0 })
    expect(dealt(7)).toEqual({ introduction: 1, ...none, 'the first ones': 2, orders: 2, spare: 0, others: 1 })
    expect(dealt(12)).toMatchObject({ orders: 4, 'resting jobs': 3, 'odd bodies': 0 })
  })

  it('tells what nobody has a use for, and leaves to others half of what is kept for refusals', () => {
    expect(dealt(30)).toMatchObject({ spare: 30 - 12 - 3, others: 1 })
    expect(dealt(30, false)).toMatchObject({ spare: 30 - 12, others: 0 })
  })

  it('is none where nothing bounds them', () => {
    expect(sharesOf(PLANNING, prospect({}))).toBeUndefined()
  })

  it('never comes to more than the limit, with what is kept', () => {
    for (let most = 0; most < 60; most++) {
      const parts = Object.values(dealt(most))
      expect(parts.reduce((all, each) => all + each, 0)).toBeLessThanOrEqual(most)
      expect(Math.min(...parts)).toBeGreaterThanOrEqual(0)
    }
  })

  it('bounds what a phase is announced to cost: a job that is not made would have had a second', () => {
    const costs = withinShares(PLANNING, prospect({ maxJobs: 7 }))
    const told = Object.fromEntries(
      [...costs].map(([{ name }, { jobs = 0, videoSeconds = 0 }]) => [name, [jobs, videoSeconds]]),
    )
    expect(told).toEqual({
      ...{ 'resting jobs': [0, 0], 'odd bodies': [0, 0], orders: [2, 18], 'bad images': [1, 1] },
      ...{ 'the first ones': [2, 2], reads: [0, 0] },
    })
  })
})

describe('the share of each phase in the video and the money that limits allow', () => {
  const PRICES = { unit: 'credits', rates: [{ perSecond: '2' }] }
  const dealt = (limits: Wishes, risksJobs = true) => {
    const { of, limit, spare, others } = sharesOf(PLANNING, prospect(limits, risksJobs))!
    const costs = [...withinShares(PLANNING, prospect(limits, risksJobs))].filter(([{ name }]) => of.has(name))
    for (const [{ name }, { jobs = 0 }] of costs) expect(of.get(name)!.jobs, name).toBe(jobs)
    const told = costs.map(([{ name }, { jobs = 0, videoSeconds = 0 }]) => [name, [jobs, videoSeconds]] as const)
    return { shares: Object.fromEntries(told), limit, first: of.get('introduction')!.jobs, spare, others }
  }

  it('holds no more jobs than fit, those that matter most before others', () => {
    const { shares, limit, spare, others } = dealt({ maxVideoSeconds: 30 })
    expect(shares).toEqual({
      ...{ 'the first ones': [2, 2], orders: [1, 17], 'resting jobs': [0, 0], 'odd bodies': [0, 0] },
    })
    expect({ limit, spare, others }).toEqual({
      limit: { option: '--max-video-seconds', most: 30 },
      spare: 0,
      others: 5,
    })
  })

  it('comes to no more money than there is', () => {
    const { shares, limit, spare } = dealt({ maxCost: '20', prices: PRICES }, false)
    expect(shares).toEqual({
      ...{ 'the first ones': [2, 2], orders: [0, 0], 'resting jobs': [3, 3], 'odd bodies': [2, 2] },
    })
    expect({ limit, spare }).toEqual({ limit: { option: '--max-cost', most: '20' }, spare: 0 })
  })

  it('tells which of several limits leaves least', () => {
    expect(dealt({ maxJobs: 12, maxVideoSeconds: 1000 }).limit.option).toBe('--max-jobs')
    expect(dealt({ maxJobs: 1000, maxVideoSeconds: 24 }).limit.option).toBe('--max-video-seconds')
  })

  it('never comes to more than any limit', () => {
    for (let most = 1; most < 60; most++)
      for (const limits of [{ maxVideoSeconds: most }, { maxCost: `${2 * most}`, prices: PRICES }]) {
        const { shares, first } = dealt(limits)
        const seconds = Object.values(shares).reduce((sum, [, each]) => sum + each, first)
        expect(seconds, JSON.stringify(limits)).toBeLessThanOrEqual(most)
      }
  })

  it('leaves to one submission that has to be refused what is not dealt out, and before all jobs more', () => {
    const { leeway, first } = sharesOf(
      planningOf([...PHASES, phaseOf('bad bodies', { requests: 5 }, { beforeJobs: true })]),
      prospect({ maxJobs: 12, maxVideoSeconds: 30 }),
    )!
    expect(leeway).toEqual({
      ...{ first: { jobs: 11, videoSeconds: 29 }, refused: { jobs: 8, videoSeconds: 10 } },
      ...{ either: { jobs: 1, videoSeconds: 5 } },
    })
    expect(first).toEqual(new Set(['bad bodies']))
    expect(sharesOf(PLANNING, prospect({ maxJobs: 1 }))!.leeway.refused.jobs).toBe(0)
  })

  it('asks each phase what it costs with that', () => {
    const bad: Phase = {
      ...phaseOf('bad bodies', jobs(0)),
      cost: ({ leeway }) => ({ requests: leeway?.refused.jobs ?? 99 }),
    }
    const requests = (limits: Wishes) => withinShares(planningOf([bad]), prospect(limits)).get(bad)
    expect([requests({}), requests({ maxJobs: 1 }), requests({ maxJobs: 9 })]).toEqual([
      { requests: 99 },
      { requests: 0 },
      { requests: 8 },
    ])
  })

  it('lets a phase that knows what it makes choose', () => {
    const choosy: Phase = {
      ...phaseOf('orders', jobs(4, 5)),
      cost: ({ mayMake }) => (mayMake ? { requests: 1, jobs: 1, videoSeconds: 2.5 } : jobs(4, 5)),
    }
    const costs = withinShares(planningOf([choosy]), prospect({ maxVideoSeconds: 10 }, false))
    expect(costs.get(choosy)).toEqual({ requests: 1, jobs: 1, videoSeconds: 2.5 })
  })
})

describe('the share of each phase where a limit on requests does not suffice for all', () => {
  it('is all or nothing, but for jobs that others wait for', () => {
    const shares = sharesOf(PLANNING, prospect({ maxRequests: 60 }))!
    expect(Object.fromEntries([...shares.of].map(([name, { jobs }]) => [name, jobs]))).toEqual({
      ...{ introduction: 1, 'the first ones': 2, orders: 2, 'odd bodies': 2 },
    })
    expect({ ...shares, of: undefined, leeway: undefined }).toEqual({
      ...{ of: undefined, leeway: undefined, spare: 0, others: Number.POSITIVE_INFINITY },
      ...{ limit: { option: '--max-requests', most: 60 } },
      ...{ leftOut: new Set(['resting jobs', 'bad images']), last: new Set(), first: new Set() },
    })
  })

  it('bounds what is announced: what is not begun costs nothing', () => {
    const costs = withinShares(PLANNING, prospect({ maxRequests: 60 }))
    expect(Object.fromEntries([...costs].map(([{ name }, { jobs = 0 }]) => [name, jobs]))).toEqual({
      ...{ 'the first ones': 2, orders: 2, 'odd bodies': 2, 'resting jobs': 0, 'bad images': 0, reads: 0 },
    })
  })
})
