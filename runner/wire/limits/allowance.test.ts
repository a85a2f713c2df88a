import { describe, expect, it } from 'vitest'
import { moneyOf } from '../../settings/prices/money.ts'
import { Pricing } from '../../settings/prices/prices.ts'
import { type Allowance, chosenWithin, hasRoomFor, jobsIn, NOTHING, without } from './allowance.ts'

const UNBOUNDED: Allowance = { jobs: Number.POSITIVE_INFINITY, videoSeconds: Number.POSITIVE_INFINITY }
const pricing = new Pricing({ unit: 'credits', rates: [{ perSecond: '2', perJob: '0.5' }] })

describe('what is chosen within an allowance', () => {
  const chosen = (most: Partial<Allowance>, lengths: number[]) =>
    chosenWithin({ ...UNBOUNDED, ...most }, lengths, (seconds) => ({
      videoSeconds: seconds,
      money: moneyOf(`${seconds * 10}`),
    }))

  it('is the first of what is wished for, as many as it holds', () => {
    expect(chosen({}, [60, 1, 5])).toEqual([60, 1, 5])
    expect(chosen({ jobs: 2 }, [60, 1, 5])).toEqual([60, 1])
    expect(chosen({ jobs: 0 }, [60, 1, 5])).toEqual([])
  })

  it('leaves out what would take more than half of the rest, whatever comes behind it', () => {
    expect(chosen({ videoSeconds: 20 }, [60, 10, 6, 5, 1])).toEqual([10, 5, 1])
    expect(chosen({ money: moneyOf('200') }, [60, 10, 6, 5, 1])).toEqual([10, 5, 1])
  })

  it('is all of it where that fits, and never more than there is', () => {
    const lengths = [60, 2.5, 30, 1, 5, 18, 7, 40]
    expect(chosen({ videoSeconds: 163.5 }, lengths)).toEqual(lengths)
    for (let most = 1; most < 163; most++) {
      const some = chosen({ videoSeconds: most }, lengths)
      expect(some.length).toBeLessThan(lengths.length)
      expect(some.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(most)
    }
  })
})

it('is never less than nothing when something is taken of it', () => {
  const most = { jobs: 3, videoSeconds: 10, money: moneyOf('4') }
  expect(without(most, { jobs: 1, videoSeconds: 4, money: moneyOf('1.5') })).toEqual({
    ...{ jobs: 2, videoSeconds: 6, money: moneyOf('2.5') },
  })
  expect(without(most, { jobs: 5, videoSeconds: 40, money: moneyOf('9') })).toEqual(NOTHING)
  expect(without({ jobs: 3, videoSeconds: 10 }, most)).toEqual({ jobs: 0, videoSeconds: 0 })
})

it('has room for what no unit of it is too small for', () => {
  const most = { jobs: 1, videoSeconds: 2, money: moneyOf('3') }
  expect(hasRoomFor(most, most)).toBe(true)
  expect(hasRoomFor(most, { ...most, jobs: 2 })).toBe(false)
  expect(hasRoomFor(most, { ...most, videoSeconds: 2.5 })).toBe(false)
  expect(hasRoomFor(most, { ...most, money: moneyOf('3.01') })).toBe(false)
  expect(hasRoomFor({ jobs: 1, videoSeconds: 2 }, most)).toBe(true)
})

it('holds so many of the smallest jobs', () => {
  expect(jobsIn({ ...UNBOUNDED, jobs: 4 }, pricing)).toBe(4)
  expect(jobsIn({ ...UNBOUNDED, videoSeconds: 7.5 }, pricing)).toBe(7)
  expect(jobsIn({ ...UNBOUNDED, money: moneyOf('8') }, pricing)).toBe(3)
  expect(jobsIn({ jobs: 9, videoSeconds: 2, money: moneyOf('8') }, pricing)).toBe(2)
  expect(jobsIn({ ...UNBOUNDED, money: moneyOf('8') }, undefined)).toBe(Number.POSITIVE_INFINITY)
})
