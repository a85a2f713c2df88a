import { describe, expect, it } from 'vitest'
import type { Where } from '../habits/habit.ts'
import { habitsFrom, type Line } from '../habits/habits-for-tests.ts'
import { doubtsIn, wordsInTurn } from './doubt.ts'

const record = (state: string, pointer: string): Where => ({
  endpoint: 'GET /videos/{id}',
  status: 200,
  state,
  pointer,
})
const steady = (state: string, count = 12): Line[] =>
  Array.from({ length: count }, (_, nth): Line => [record(state, `/field${nth}`), 'type', { string: 5 }])

it('is small where a server never differs from itself, and never nothing', () => {
  expect(doubtsIn(habitsFrom(steady('queued')))(record('queued', '/field1'))).toBe(0.05)
})

it('grows with how much of an answer differs from itself', () => {
  const some: Line[] = [
    ...steady('queued'),
    [record('queued', '/region'), 'type', { string: 3, null: 2 }],
    [record('queued', '/cost'), 'form', { 'a fraction': 3, 'a whole number': 2 }],
  ]
  const doubt = doubtsIn(habitsFrom(some))
  expect(doubt(record('queued', '/field1'))).toBeCloseTo(4 / 14)
  expect(doubt(record('running', '/field1'))).toBe(0.05)
})

it('is large for a field that differs from itself in the record of a job in any state', () => {
  const doubt = doubtsIn(
    habitsFrom([
      ...steady('queued'),
      ...steady('running'),
      [record('queued', '/region'), 'type', { string: 3, null: 2 }],
    ]),
  )
  expect(doubt(record('running', '/region'))).toBe(0.5)
  expect(doubt(record('running', '/field1'))).toBe(0.05)
})

it('does not grow with words, of which there are always some more', () => {
  const words: Line[] = [...steady('queued'), [record('queued', '/worker'), 'word', { ash: 1, elm: 1, fir: 1 }]]
  expect(doubtsIn(habitsFrom(words))(record('queued', '/worker'))).toBe(0.05)
})

describe('a word is no news where a field shows words in turn', () => {
  const header = (endpoint: Where['endpoint'] & string): Where => ({ endpoint, status: 200, header: 'x-experiment' })
  const isInTurn = wordsInTurn(
    habitsFrom([
      [header('GET /usage'), 'word', { control: 3, b: 4 }],
      [header('GET /models'), 'word', { control: 3 }],
      [record('running', '/lane'), 'word', { fast: 3, slow: 4 }],
      [record('queued', '/lane'), 'word', { fast: 1 }],
      [record('queued', '/stage'), 'word', { generating: 9 }],
    ]),
  )

  it('one header in other answers, one field in other states', () => {
    expect(isInTurn(header('GET /models'), 'b')).toBe(true)
    expect(isInTurn(record('queued', '/lane'), 'slow')).toBe(true)
  })

  it('and not one that it has never shown, nor another field', () => {
    expect(isInTurn(header('GET /models'), 'c')).toBe(false)
    expect(isInTurn(record('queued', '/stage'), 'slow')).toBe(false)
    expect(isInTurn({ endpoint: 'GET /models', status: 200 }, 'b')).toBe(false)
  })
})
