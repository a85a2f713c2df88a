import { describe, expect, it } from 'vitest'
import type { KeyName } from '../../runner/keys/recipes.ts'
import { isForeignTo, isOddAfterJobsOf } from './attribution-rules.ts'
import { reading as read } from './histories-of-meters-for-tests.ts'
import type { Meter } from './marks.ts'
import { METERS } from './meters.ts'

describe('a second job', () => {
  type Readings = Partial<Record<string, [before: unknown, after: unknown]>>
  const has = (key: KeyName): boolean => key !== 'R'
  /** Meters move as they should with a job of key A, but for these. */
  function odd(key: KeyName, readings: Readings = {}, isThere = has): boolean {
    const shown = (meter: Meter) =>
      readings[`${meter.name} of ${meter.key}`] ?? (isForeignTo(meter, key) ? [1, 1] : [1, 2])
    const before = METERS.map((meter) => read(1, { used: shown(meter)[0] }, '', meter))
    const after = METERS.map((meter) => read(2, { used: shown(meter)[1] }, `a job of key ${key}`, meter))
    return isOddAfterJobsOf({ key }, { exchanges: [...before, ...after], has: isThere, lagMs: 5000 })
  }

  it.each(['A', 'A2', 'B'] as const)('of key %s is not needed where the meters did what they should', (key) => {
    expect(odd(key)).toBe(false)
  })

  it('is needed where the own usage stayed, but not where the own balance did', () => {
    expect(odd('A', { 'GET /usage of A': [1, 1] })).toBe(true)
    expect(odd('A2', { 'GET /usage of A2': [1, 1] })).toBe(true)
    expect(odd('A', { 'GET /billing/balance of A': [1, 1] })).toBe(false)
  })

  it('is needed where a meter moved that is none of the job', () => {
    expect(odd('A', { 'GET /usage of A2': [1, 2] })).toBe(true)
    expect(odd('A', { 'GET /usage of B': [1, 2] })).toBe(true)
    expect(odd('A', { 'GET /billing/balance of B': [1, 2] })).toBe(true)
    expect(odd('B', { 'GET /billing/balance of A': [1, 2] })).toBe(true)
  })

  it('is not needed where the balance moved that both keys of the account share', () => {
    expect(odd('A2', { 'GET /billing/balance of A': [9, 7] })).toBe(false)
  })

  it('is not needed for the meters of a key that the run does not have', () => {
    expect(odd('A', { 'GET /usage of B': [1, 2] }, (key) => key !== 'B')).toBe(false)
  })

  it('is not needed where a meter moves by itself', () => {
    const usage = { name: 'GET /usage', key: 'A2' } as const
    const exchanges = [1, 2, 3].map((reading) =>
      read(reading, { as_of: reading }, ['', 'nothing', 'a job of key A'][reading - 1], usage),
    )
    expect(isOddAfterJobsOf({ key: 'A' }, { exchanges, has, lagMs: 5000 })).toBe(false)
  })
})
