import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BIT_DEPTHS, RESOLUTIONS } from '../../../spec/words.ts'
import { UsageError } from '../target.ts'
import { inUnits, moneyOf, timesSeconds } from './money.ts'
import { type Prices, Pricing } from './prices.ts'
import { readPrices } from './read-prices.ts'

const PRICES: Prices = {
  unit: 'credits',
  rates: [
    { resolution: ['480p', '720p'], bitDepth: 8, perSecond: '1' },
    { resolution: ['480p'], perSecond: '1.5' },
    { resolution: ['4k'], fpsUpTo: 30, perSecond: '8', perJob: '0.5' },
    { perSecond: '12' },
  ],
}
const pricing = new Pricing(PRICES)

describe('the cost of a job', () => {
  it.each([
    ['the first rate that matches', { resolution: '720p', bit_depth: 8, seconds: 5 }, '5'],
    ['a bit depth that the server chooses', { resolution: '480p', seconds: 5 }, '7.5'],
    ['an empty body', { seconds: 2 }, '3'],
    ['fps within fpsUpTo', { resolution: '4k', fps: 30, seconds: 10 }, '80.5'],
    ['fps beyond fpsUpTo', { resolution: '4k', fps: 30.5, seconds: 10 }, '120'],
    ['a default bit depth', { resolution: '1080p', seconds: 1 }, '12'],
    ['an unknown resolution', { resolution: '480P', seconds: 1 }, '12'],
    ['fps that is not a number', { resolution: '4k', fps: '24', seconds: 1 }, '12'],
  ])('is computed for %s', (_, asked, expected) => {
    expect(inUnits(pricing.of(asked))).toBe(expected)
  })

  it('rounds up to whole seconds if the list says so', () => {
    const whole = new Pricing({ unit: 'EUR', wholeSeconds: true, rates: [{ perSecond: '2', perJob: '1' }] })
    expect(inUnits(whole.of({ seconds: 2.5 }))).toBe('7')
  })

  const kind = fc.record({
    resolution: fc.constantFrom(...RESOLUTIONS),
    bit_depth: fc.constantFrom(...BIT_DEPTHS),
    fps: fc.integer({ min: 1, max: 120 }),
    seconds: fc.integer({ min: 1000, max: 60_000 }).map((ms) => ms / 1000),
  })
  const amounts = fc.constantFrom('0', '0.05', '1', '7.25')
  const rate = fc.record(
    {
      resolution: fc.subarray([...RESOLUTIONS], { minLength: 1 }),
      bitDepth: fc.constantFrom(...BIT_DEPTHS),
      fpsUpTo: fc.integer({ min: 1, max: 120 }),
      perSecond: amounts,
      perJob: amounts,
    },
    { requiredKeys: ['perSecond'] },
  )
  const list = fc.tuple(fc.array(rate, { maxLength: 4 }), amounts, fc.boolean()).map(
    ([rates, rest, isWhole]): Prices => ({
      unit: 'EUR',
      ...(isWhole && { wholeSeconds: true }),
      rates: [...rates, { perSecond: rest }],
    }),
  )

  it('is between the cheapest job and the sum for jobs of any kind', () => {
    fc.assert(
      fc.property(list, fc.array(kind, { maxLength: 5 }), (prices, kinds) => {
        const charged = new Pricing(prices)
        const all = kinds.map((each) => charged.of(each))
        const seconds = kinds.reduce((sum, each) => sum + each.seconds, 0)
        expect(all.reduce((sum, each) => sum + each, 0n) <= charged.any(kinds.length, seconds)).toBe(true)
        expect(all.every((each) => each >= charged.cheapest())).toBe(true)
      }),
      { seed: 1 },
    )
  })
})

describe('a price list', () => {
  const refused = (value: unknown) => {
    try {
      readPrices(value, 'prices.json')
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError)
      return (error as Error).message
    }
    return undefined
  }

  it.each<[unknown, string]>([
    [[], 'prices.json: invalid value []. Price list for'],
    [{ rates: [{ perJob: 1 }] }, 'prices.json: unit: missing. Unit of the amounts, such as EUR or credits.'],
    [{ unit: 'EUR' }, 'rates: missing. 1 to 100 rates'],
    [{ unit: 'EUR', rates: [{}] }, 'rates[0]: invalid value {}. Rate with perSecond, perJob or both.'],
    [
      { unit: 'EUR', rates: [{ perJob: 1 }, { persecond: 1 }] },
      'rates[1].persecond: unknown field. Did you mean perSecond',
    ],
    [{ unit: 'EUR', rates: [{ perSecond: -1 }] }, 'rates[0].perSecond: invalid value -1. Amount of at least 0'],
    [{ unit: 'EUR', rates: [{ perSecond: 'free' }] }, 'invalid value "free". Amount of at least 0'],
    [
      { unit: 'EUR', rates: [{ perSecond: 1, bitDepth: 12 }] },
      'rates[0].bitDepth: invalid value 12. Bit depth of the job: 8 or 10',
    ],
    [{ unit: 'EUR', rates: [{ perSecond: 1, resolution: ['480p', '4k'] }] }, 'no rate applies to a job with 720p'],
  ])('rejects %j with the name of the field', (value, expected) => {
    expect(refused(value)).toContain(expected)
  })

  it('is read the same again', () => {
    const read = readPrices(
      { unit: '€', wholeSeconds: false, rates: [{ resolution: '4k', perSecond: 0.1 }, { perJob: '2.50' }] },
      '',
    )
    expect(read).toEqual({ unit: '€', rates: [{ resolution: ['4k'], perSecond: '0.1' }, { perJob: '2.50' }] })
    expect(readPrices(JSON.parse(JSON.stringify(read)), '')).toEqual(read)
  })

  it.each<[unknown, boolean]>([
    [PRICES, true],
    [{ unit: 'EUR', rates: [{ perJob: 0 }] }, true],
    [{ unit: 'EUR', rates: [] }, false],
    [{ unit: 'EUR', rates: [{ perSecond: -1 }] }, false],
    [{ unit: 'EUR', rates: [{ perJob: 1 }], price: 1 }, false],
    [{ rates: [{ perJob: 1 }] }, false],
  ])('has a published schema that agrees: %j, %s', (value, isAccepted) => {
    const schema = JSON.parse(readFileSync(new URL('prices.schema.json', import.meta.url), 'utf8'))
    const fits = new Ajv2020({ unicodeRegExp: true }).compile(schema)
    expect([refused(value) === undefined, fits(value)]).toEqual([isAccepted, isAccepted])
  })
})

const amount = fc
  .tuple(
    fc.nat({ max: 999_999_999 }),
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 12 }),
  )
  .map(([whole, part]) => `${whole}.${part}`)

describe('an amount', () => {
  it('is written as read, without trailing zeros', () => {
    fc.assert(
      fc.property(amount, (text) => {
        expect(inUnits(moneyOf(text))).toBe(text.replace(/0+$/, '').replace(/\.$/, ''))
      }),
      { seed: 1 },
    )
  })

  it.each(['', '-1', '1e3', '.5', '1.', '1,5', ' 1', '0.0000000000001', '1234567890123'])('rejects %j', (text) => {
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

  it('rounds up to whole seconds if the list says so', () => {
    expect(inUnits(timesSeconds(moneyOf('1.5'), 2.1, true))).toBe('4.5')
  })
})
