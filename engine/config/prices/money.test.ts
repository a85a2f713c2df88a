import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inUnits, moneyOf, timesSeconds } from './money.ts'

const amount = fc
  .tuple(
    fc.nat({ max: 999_999_999 }),
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 12 }),
  )
  .map(([whole, part]) => `${whole}.${part}`)

describe('an amount', () => {
  it('is written as it was read, but for zeros at its end', () => {
    fc.assert(
      fc.property(amount, (text) => {
        expect(inUnits(moneyOf(text))).toBe(text.replace(/0+$/, '').replace(/\.$/, ''))
      }),
      { seed: 1 },
    )
  })

  it.each(['', '-1', '1e3', '.5', '1.', '1,5', ' 1', '0.0000000000001', '1234567890123'])('is not %j', (text) => {
    expect(() => moneyOf(text)).toThrow(RangeError)
  })
})

describe('a price times seconds', () => {
  it.each([
    ['0.05', 60, '3'],
    ['0.1', 2.3, '0.23'],
    ['12', 23.976, '287.712'],
    ['0.000000000001', 0.000001, '0.000000000000000001'],
    ['1', 1e-9, '0.000001'],
    ['1', 0.0000011, '0.000002'],
    ['1', 0, '0'],
    ['2', 1e21, '2000000000000000000000'],
  ])('%s times %d is %s', (price, seconds, expected) => {
    expect(inUnits(timesSeconds(moneyOf(price), seconds))).toBe(expected)
  })

  it('counts a second that has begun as a whole one, where that is how it is charged', () => {
    expect(inUnits(timesSeconds(moneyOf('1.5'), 2.1, true))).toBe('4.5')
  })
})
