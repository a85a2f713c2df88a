import { describe, expect, it } from 'vitest'
import type { Wishes } from '../../config/configuration.ts'
import { fits, NOTHING, plus } from '../../http/limits/amount.ts'
import { limitOf } from '../../http/limits/budget.ts'
import type { Cost, Phase, PlanInput } from '../phase.ts'
import { allot, amountOf, unexpectedOf } from './allot.ts'

const jobs = (count: number, each = 1): Cost => ({ requests: count, jobs: count, videoSeconds: count * each })
const phase = (name: string, cost: Cost, more: Partial<Phase> = {}): Phase => ({
  ...{ name, max: () => cost, drive: async () => undefined },
  ...more,
})

const PHASES = [
  phase('quiet jobs', jobs(3), { stage: 'quiet', priority: 2 }),
  phase('bodies at open points', jobs(2), { stage: 'jobs', priority: 3 }),
  phase('orders', jobs(4, 5), { stage: 'jobs' }),
  phase('ids', jobs(2), { priority: 0 }),
  phase('reads', { requests: 9 }),
]
const PRICES = { unit: 'credits', rates: [{ perSecond: '2' }] }

function divided(limits: Wishes, phases: readonly Phase[] = PHASES) {
  const configuration = { profile: 'full', ...limits } as PlanInput['configuration']
  const unexpected = unexpectedOf(20, configuration).most
  const input = { configuration, jobs: 1, unexpected } as unknown as PlanInput
  const { costs, introduction, leftOut } = allot(phases, input, () => 1)
  const amounts = [introduction, ...costs.values()].map((cost) => amountOf(cost, configuration))
  const sum = amounts.reduce(plus, limits.maxRequests === undefined ? unexpected : NOTHING)
  return { of: Object.fromEntries([...costs].map(([{ name }, cost]) => [name, cost.jobs ?? 0])), sum, leftOut }
}

describe('the limits of a user', () => {
  it('are divided by priority, without the first job and a reserve for probes', () => {
    expect(divided({ maxJobs: 0 }).of).toMatchObject({ ids: 0, orders: 0, 'quiet jobs': 0 })
    expect(divided({ maxJobs: 1 }).of).toMatchObject({ ids: 0, orders: 0 })
    expect(divided({ maxJobs: 8 }).of).toEqual({
      ids: 2,
      orders: 3,
      'quiet jobs': 0,
      'bodies at open points': 0,
      reads: 0,
    })
    expect(divided({ maxJobs: 16 }).of).toEqual({
      ids: 2,
      orders: 4,
      'quiet jobs': 3,
      'bodies at open points': 2,
      reads: 0,
    })
  })

  it('are spent on jobs in their cheapest form first, then on longer ones', () => {
    const long = (share: PlanInput['share']) =>
      share ? { ...jobs(4), videoSeconds: Math.min(40, share.videoSeconds) } : jobs(4, 10)
    const whole = { max: ({ share }: PlanInput) => long(share), brief: () => jobs(4) }
    const phases = [phase('orders', jobs(4, 10), { stage: 'jobs', ...whole }), PHASES[0]!]
    for (const [most, left] of [
      [14, 13],
      [30, 29],
    ] as const) {
      const { of, sum } = divided({ maxVideoSeconds: most }, phases)
      expect(of).toEqual({ orders: 4, 'quiet jobs': 3 })
      expect(sum.videoSeconds).toBeGreaterThan(left)
      expect(sum.videoSeconds).toBeLessThanOrEqual(most)
    }
  })

  it('are never exceeded', () => {
    for (let most = 0; most < 60; most++)
      for (const limits of [{ maxJobs: most }, { maxVideoSeconds: most }, { maxCost: `${2 * most}`, prices: PRICES }])
        expect(fits(divided(limits).sum, limitOf(limits)), JSON.stringify(limits)).toBe(true)
  })

  it('allow half of the reserve for submissions that a server may refuse', () => {
    const phases = [...PHASES, phase('bad images', { ...jobs(20), mayBeRefused: true }, { priority: 3 })]
    expect(divided({ maxJobs: 16 }, phases).of).toMatchObject({ 'quiet jobs': 3, 'bad images': 2 })
    const another = phase('images of private hosts', { ...jobs(20), mayBeRefused: true }, { priority: 3 })
    const shared = divided({ maxJobs: 16 }, [...phases, another])
    expect(shared.of).toMatchObject({ 'bad images': 2, 'images of private hosts': 0 })
  })

  it('exclude phases for which the requests do not suffice, except that phases may submit fewer jobs', () => {
    const { of, leftOut } = divided({ maxRequests: 40 })
    expect(of).toMatchObject({ ids: 2, 'quiet jobs': 0 })
    expect([...leftOut]).toContain('quiet jobs')
    expect(divided({ maxRequests: 500 }).leftOut.size).toBe(0)
  })
})
