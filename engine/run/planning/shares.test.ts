import { describe, expect, it } from 'vitest'
import type { Wishes } from '../../config/configuration.ts'
import type { Cost, Prospect } from '../driving/phase.ts'
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

  it('never comes to more than the limit, with what is kept', () => {
    for (let most = 0; most < 60; most++) {
      const parts = Object.values(dealt(most))
      expect(parts.reduce((all, each) => all + each, 0)).toBeLessThanOrEqual(most)
      expect(Math.min(...parts)).toBeGreaterThanOrEqual(0)
    }
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

  it('never comes to more than any limit', () => {
    for (let most = 1; most < 60; most++)
      for (const limits of [{ maxVideoSeconds: most }, { maxCost: `${2 * most}`, prices: PRICES }]) {
        const { shares, first } = dealt(limits)
        const seconds = Object.values(shares).reduce((sum, [, each]) => sum + each, first)
        expect(seconds, JSON.stringify(limits)).toBeLessThanOrEqual(most)
      }
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
})
