import { describe, expect, it } from 'vitest'
import { type Difference, fingerprint } from './change.ts'

const gone: Difference = {
  where: { endpoint: 'GET /usage', status: 200, pointer: '/plan' },
  aspect: 'presence',
  event: 'gone',
  kind: 'breaking',
  before: ['always'],
  after: ['never'],
  shares: { before: { shown: 0, of: 10 }, now: { shown: 4, of: 4 } },
  chance: 0.001,
  evidence: [3, 4],
}

describe('the id of a change', () => {
  it('is short, and the same on the next day', () => {
    expect(fingerprint(gone)).toMatch(/^[0-9a-f]{12}$/)
    expect(fingerprint(structuredClone(gone))).toBe(fingerprint(gone))
  })

  it('depends on no count, chance or number of an exchange, nor on how it is sorted', () => {
    const { chance: _, ...other } = gone
    const shares = { before: { shown: 1, of: 99 }, now: { shown: 1, of: 2 } }
    expect(fingerprint({ ...other, shares, evidence: [9], kind: 'noise' } as Difference)).toBe(fingerprint(gone))
  })

  it('depends on no order in which something was seen', () => {
    const where = { pointer: '/plan', status: 200, endpoint: 'GET /usage' } as const
    const several = { ...gone, before: ['a', 'b'] }
    expect(fingerprint({ ...several, where, before: ['b', 'a'] })).toBe(fingerprint(several))
  })

  it.each<[string, Partial<Difference>]>([
    ['the place', { where: { ...gone.where, pointer: '/plans' } }],
    ['what happened', { event: 'missing at times' }],
    ['what stood there', { before: ['at times'] }],
    ['what stands there', { after: ['at times'] }],
  ])('depends on %s', (_, other) => {
    expect(fingerprint({ ...gone, ...other })).not.toBe(fingerprint(gone))
  })
})
