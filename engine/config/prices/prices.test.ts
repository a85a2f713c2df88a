import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BIT_DEPTHS, RESOLUTIONS } from '../../../spec/words.ts'
import { UsageError } from '../target.ts'
import { inUnits } from './money.ts'
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

describe('what a job costs', () => {
  it.each([
    ['the first rate that fits', { resolution: '720p', bit_depth: 8, seconds: 5 }, '5'],
    ['what is left to the server, the dearest', { resolution: '480p', seconds: 5 }, '7.5'],
    ['nothing said', { seconds: 2 }, '3'],
    ['a rate up to which it goes', { resolution: '4k', fps: 30, seconds: 10 }, '80.5'],
    ['a rate beyond', { resolution: '4k', fps: 30.5, seconds: 10 }, '120'],
    ['the stated default of a depth', { resolution: '1080p', seconds: 1 }, '12'],
    ['a word in another letter case, which may be any', { resolution: '480P', seconds: 1 }, '12'],
    ['no number for a rate, which may be any', { resolution: '4k', fps: '24', seconds: 1 }, '12'],
  ])('is by %s', (_, asked, expected) => {
    expect(inUnits(pricing.of(asked))).toBe(expected)
  })

  it('is charged for each second that has begun, if the list says so', () => {
    const whole = new Pricing({ unit: 'EUR', wholeSeconds: true, rates: [{ perSecond: '2', perJob: '1' }] })
    expect(inUnits(whole.of({ seconds: 2.5 }))).toBe('7')
  })

  const kind = fc.record({
    resolution: fc.constantFrom(...RESOLUTIONS),
    bit_depth: fc.constantFrom(...BIT_DEPTHS),
    fps: fc.integer({ min: 1, max: 120 }),
    // Finer than anybody asks for, and no finer than it is counted.
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

  it('is no more than what several of any kind are said to cost, and no less than the cheapest', () => {
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

describe('a price list that somebody wrote', () => {
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
    [[], 'prices.json: expected an object with unit and rates, received []'],
    [{ rates: [{ perJob: 1 }] }, 'unit: expected a unit such as "credits" or "EUR", received nothing'],
    [{ unit: 'EUR' }, 'rates: expected a list of 1 to'],
    [{ unit: 'EUR', rates: [{}] }, 'rates[0].perSecond: expected the price of a second'],
    [
      { unit: 'EUR', rates: [{ perJob: 1 }, { persecond: 1 }] },
      'rates[1].persecond: unknown field. Did you mean perSecond',
    ],
    [{ unit: 'EUR', rates: [{ perSecond: -1 }] }, 'rates[0].perSecond: expected an amount of at least 0'],
    [{ unit: 'EUR', rates: [{ perSecond: 'free' }] }, 'such as 0.05 or "0.05", received "free"'],
    [{ unit: 'EUR', rates: [{ perSecond: 1, bitDepth: 12 }] }, 'rates[0].bitDepth: expected 8 or 10, received 12'],
    [{ unit: 'EUR', rates: [{ perSecond: 1, resolution: ['480p', '4k'] }] }, 'no rate applies to a job with 720p'],
  ])('%j is refused by the name of the field', (value, expected) => {
    expect(refused(value)).toContain(expected)
  })

  it('is kept as it stands, and read again it is the same', () => {
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
  ])('is valid for the published schema where it is accepted: %j, %s', (value, isAccepted) => {
    const schema = JSON.parse(readFileSync(new URL('prices.schema.json', import.meta.url), 'utf8'))
    const fits = new Ajv2020({ unicodeRegExp: true }).compile(schema)
    expect([refused(value) === undefined, fits(value)]).toEqual([isAccepted, isAccepted])
  })
})
