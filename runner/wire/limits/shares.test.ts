import { expect, it } from 'vitest'
import { moneyOf } from '../../settings/prices/money.ts'
import { keptOf, keptOfEach } from './shares.ts'

it('keeps a tenth of a large limit, and of a small one room for two jobs, as far as half of it goes', () => {
  const stakes = [2, 5, 10, 15, 20, 99, 100, 101, 300].map((limit) => keptOf(limit, 5).stake)
  expect(stakes).toEqual([0.2, 0.5, 5, 5, 10, 10, 10, 10.1, 30])
})

it('leaves to what may be taken on room for one of two, of one none, and of a tenth half', () => {
  expect([10, 20, 300].map((limit) => keptOf(limit, 5).others)).toEqual([0, 5, 15])
})

it('keeps whole jobs', () => {
  const kept = [0, 1, 2, 3, 4, 29, 30].map((maxJobs) => keptOfEach({ maxJobs }, 0n))
  expect(kept.map(({ stake }) => stake.jobs)).toEqual([0, 0, 1, 1, 2, 2, 3])
  expect(kept.map(({ others }) => others.jobs)).toEqual([0, 0, 0, 0, 1, 1, 1])
})

it('keeps of each limit, and of nothing else', () => {
  const price = moneyOf('5')
  expect(keptOfEach({ maxVideoSeconds: 20 }, price)).toEqual({
    stake: { jobs: 0, videoSeconds: 10 },
    others: { jobs: Number.POSITIVE_INFINITY, videoSeconds: 5 },
  })
  expect(keptOfEach({ maxCost: '300' }, price)).toEqual({
    stake: { jobs: 0, videoSeconds: 0, money: moneyOf('30') },
    others: { jobs: Number.POSITIVE_INFINITY, videoSeconds: Number.POSITIVE_INFINITY, money: moneyOf('15') },
  })
})

it('keeps a tenth where nothing costs anything', () => {
  expect(keptOf(20, 0)).toEqual({ stake: 2, others: 1 })
})
