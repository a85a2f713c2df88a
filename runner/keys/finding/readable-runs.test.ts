import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mayBeReadable, READABLE } from './readable-runs.ts'

const ALPHABETS = {
  6: ['base64', 4, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_'],
  4: ['hex', 2, '0123456789abcdefABCDEF'],
} as const

it.each([4, 6] as const)('finds each readable run in digits of %i bits, wherever it begins', (bitsEach) => {
  const [encoding, period, digits] = ALPHABETS[bitsEach]
  const byChance = fc.string({ unit: fc.constantFrom(...digits), maxLength: 60 })
  const text = fc
    .tuple(byChance, fc.string({ unit: fc.constantFrom('a', '~', '\n', 'k\0'), maxLength: 14 }), byChance)
    .map(
      ([before, inner, behind]) => before + Buffer.from(inner, 'latin1').toString(encoding).replace(/=/g, '') + behind,
    )
  fc.assert(
    fc.property(text, (token) => {
      for (let offset = 0; offset < period; offset++) {
        const decoded = Buffer.from(token.slice(offset), encoding).toString('latin1')
        if (decoded.match(READABLE)) expect(mayBeReadable(token, offset, bitsEach)).toBe(true)
      }
    }),
    { seed: 1 },
  )
})

it('says no of most digits that were drawn by chance', () => {
  const tokens = fc.sample(fc.base64String({ minLength: 40, maxLength: 40 }), { numRuns: 200, seed: 1 })
  expect(tokens.filter((token) => mayBeReadable(token, 0, 6)).length).toBeLessThan(20)
})
