import { expect, it } from 'vitest'
import { evenly } from './evenly.ts'

const hundred = Array.from({ length: 100 }, (_, index) => index)

it('takes as many as are asked for, each once and in order', () => {
  const taken = evenly(hundred, 64)
  expect(taken).toHaveLength(64)
  expect(taken).toEqual([...new Set(taken)].sort((a, b) => a - b))
})

it('leaves gaps of one size', () => {
  expect(evenly(hundred, 4)).toEqual([12, 37, 62, 87])
  const taken = evenly(hundred, 30)
  const gaps = taken.slice(1).map((value, index) => value - taken[index]!)
  expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1)
})

it('takes all where more are asked for than there are, and none where none are', () => {
  expect(evenly([1, 2, 3], 9)).toEqual([1, 2, 3])
  expect(evenly([1, 2, 3], 0)).toEqual([])
  expect(evenly([], 5)).toEqual([])
})
