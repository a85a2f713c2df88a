import { expect, it } from 'vitest'
import { randomOf } from './seed.ts'

const some = (seed: number, purpose: string, count = 50) => {
  const random = randomOf(seed, purpose)
  return Array.from({ length: count }, random)
}

it('returns the same numbers for a seed and a purpose', () => {
  expect(some(1, 'ids')).toEqual(some(1, 'ids'))
})

it('returns other numbers for another seed or purpose', () => {
  expect(some(1, 'ids')).not.toEqual(some(2, 'ids'))
  expect(some(1, 'ids')).not.toEqual(some(1, 'keys'))
  expect(some(1, '2\nids')).not.toEqual(some(12, 'ids'))
})
