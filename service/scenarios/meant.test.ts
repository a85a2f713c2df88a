import { expect, it } from 'vitest'
import { SCENARIOS } from './index.ts'
import { lettersApart, meant } from './meant.ts'
import { nameOf } from './scenario.ts'

const NAMES = [
  ...SCENARIOS.map(nameOf),
  'fault:keeps-revoked-keys',
  'fault:forgets-revoked-keys',
  'variant:keys-in-odd-places',
]

it.each([
  ['bsuy', 'busy'],
  ['BUSY', 'busy'],
  ['bussy', 'busy'],
  ['stuk', 'stuck'],
  ['lost-anser', 'lost-answer'],
  ['lostanswer', 'lost-answer'],
  ['gatewya', 'gateway'],
  ['dialect:plian', 'dialect:plain'],
  ['plain', 'dialect:plain'],
  ['cut-downloads', 'cut-download'],
  ['unknown', 'unknown-fields'],
  ['keeps-revoked-keys', 'fault:keeps-revoked-keys'],
  ['variant:keeps-revoked-keys', 'fault:keeps-revoked-keys'],
  ['fault:keep-revoked-key', 'fault:keeps-revoked-keys'],
])('%s: first of all %s', (said, name) => {
  expect(meant(said, NAMES)[0]).toBe(name)
})

it('finds nothing like what is like nothing, and never more than a few', () => {
  expect(meant('quixotically', NAMES)).toEqual([])
  expect(meant('revoked-keys-answer-cut', NAMES).length).toBeLessThanOrEqual(5)
})

it.each([
  ['busy', 'busy', 0],
  ['busy', 'bsuy', 1],
  ['busy', 'bus', 1],
  ['busy', 'buy', 1],
  ['busy', 'dusty', 2],
  ['', 'busy', 4],
])('%s and %s are %i letters apart', (one, other, letters) => {
  expect(lettersApart(one, other)).toBe(letters)
  expect(lettersApart(other, one)).toBe(letters)
})
