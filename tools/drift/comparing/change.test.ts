import { expect, it } from 'vitest'
import { type Difference, fingerprint } from './change.ts'

const gone: Difference = {
  where: { endpoint: 'GET /usage', status: 200, pointer: '/plan' },
  aspect: 'presence',
  event: 'gone',
  kind: 'breaking',
  before: ['a', 'b'],
  after: ['never'],
  shares: { before: { shown: 0, of: 10 }, now: { shown: 4, of: 4 } },
  chance: 0.001,
  evidence: [3, 4],
}

it('gives a change the same id with other counts, kind and order', () => {
  const where = { pointer: '/plan', status: 200, endpoint: 'GET /usage' } as const
  const other = { ...gone, where, before: ['b', 'a'], chance: 0.5, evidence: [9], kind: 'noise' } as Difference
  expect(fingerprint(gone)).toMatch(/^[0-9a-f]{12}$/)
  expect(fingerprint(other)).toBe(fingerprint(gone))
})

it.each<Partial<Difference>>([
  { where: { ...gone.where, pointer: '/plans' } },
  { event: 'missing at times' },
  { before: ['a'] },
  { after: ['at times'] },
])('gives a change another id with %j', (other) => {
  expect(fingerprint({ ...gone, ...other })).not.toBe(fingerprint(gone))
})
