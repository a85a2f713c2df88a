import { expect, it } from 'vitest'
import type { Where } from '../habits/habit.ts'
import { knownTo } from '../habits/habits-for-tests.ts'
import { median, roughly } from '../habits/orders-of-magnitude.ts'
import { compare } from './compare.ts'

const BALANCE: Where = { endpoint: 'GET /billing/balance' }
const JOBS: Where = { endpoint: 'GET /videos/{id}' }

function sorted(aspect: 'speed' | 'polls', before: string[], now: string): string[] {
  const where = aspect === 'speed' ? BALANCE : JOBS
  const rounds = Object.fromEntries(before.map((each) => [each, 1]))
  const { changes } = compare(knownTo([[where, aspect, rounds]]), knownTo([[where, aspect, { [now]: 1 }]]))
  return changes.map(({ kind, event }) => `${kind}: ${event}`)
}

it.each([
  ['ten times slower is compatible, and told', ['10'], '100', ['compatible: slower']],
  ['ten times faster, too', ['300', '100'], '10', ['compatible: faster']],
  ['three times slower is no news', ['100'], '300', []],
  ['ten times slower than one of two rounds is none', ['10', '30'], '100', []],
  ['below what a busy machine adds it is none', ['1'], '30', []],
])('%s', (_, before, now, told) => {
  expect(sorted('speed', before, now)).toEqual(told)
})

it('tells ten times the polls, however few there were', () => {
  expect(sorted('polls', ['3'], '30')).toEqual(['compatible: more polls'])
  expect(sorted('polls', ['30'], '3')).toEqual(['compatible: fewer polls'])
})

it('knows what lies in the middle', () => {
  expect(median([900, 3, 4, 800, 850])).toBe(800)
  expect(median([])).toBeUndefined()
})

it('says how much in steps of which each is three times the one before', () => {
  expect([0, 1, 2, 9, 14, 40, 60, 999].map(roughly)).toEqual([0, 1, 3, 10, 10, 30, 100, 1000])
})
