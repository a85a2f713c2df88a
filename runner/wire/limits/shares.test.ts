import { expect, it } from 'vitest'
import { jobsKept, keptOf } from './shares.ts'

it('keeps a tenth of a large limit, and of a small one room for two jobs, as far as half of it goes', () => {
  const stakes = [2, 5, 10, 15, 20, 99, 100, 101, 300].map((limit) => keptOf(limit, 5).stake)
  expect(stakes).toEqual([0.2, 0.5, 5, 5, 10, 10, 10, 10.1, 30])
})

it('leaves to what may be taken on room for one of two, of one none, and of a tenth half', () => {
  expect([10, 20, 300].map((limit) => keptOf(limit, 5).others)).toEqual([0, 5, 15])
})

it('keeps whole jobs, and none where nothing has to be refused', () => {
  const kept = [0, 1, 2, 3, 4, 29, 30].map((most) => jobsKept(most, true))
  expect(kept.map(({ stake }) => stake)).toEqual([0, 0, 1, 1, 2, 2, 3])
  expect(kept.map(({ others }) => others)).toEqual([0, 0, 0, 0, 1, 1, 1])
  expect(jobsKept(30, false)).toEqual({ stake: 0, others: 0 })
})

it('keeps a tenth where nothing costs anything', () => {
  expect(keptOf(20, 0)).toEqual({ stake: 2, others: 1 })
})
