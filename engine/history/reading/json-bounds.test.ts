import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../config/limits.ts'
import { answered } from '../handwritten-for-tests.ts'
import { beyondLimits, jsonOf, parseJson, parseJsonFile, whyUnread } from './reading.ts'

const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`
const listOf = (values: number) => `[${Array(values).fill('1').join(',')}]`

const LEVELS = LIMITS.jsonLevels
const VALUES = LIMITS.jsonValues

describe('JSON of a response', () => {
  it('is parsed up to the limits', () => {
    expect(parseJson(nested(LEVELS))).toBeDefined()
    // The list counts as a value.
    expect(parseJson(listOf(VALUES - 2))).toBeDefined()
  })

  it.each([
    ['nested deeper', nested(LEVELS + 2), `more than ${LEVELS} levels`],
    ['nested a million levels deep', nested(1_000_000), 'levels'],
    ['with more values', listOf(VALUES + 1), `more than ${VALUES} values`],
  ])('is not parsed when it is %s', (_, body, why) => {
    expect(parseJson(body)).toBeUndefined()
    const exchange = answered(401, { body })
    expect(jsonOf(exchange)).toBeUndefined()
    expect(whyUnread(exchange)).toContain(why)
  })

  it('may have any number of values in a file', () => {
    expect(parseJsonFile(listOf(VALUES + 1))).toBeDefined()
    expect(parseJsonFile(nested(LEVELS + 2))).toBeUndefined()
  })

  it('is measured exactly', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const json = JSON.stringify(value)
        const [levels, values] = measured(value)
        // Short texts are not measured.
        const padded = json + ' '.repeat(2 * levels + 2)
        expect(beyondLimits(padded, { levels, values: 2 * values })).toBeUndefined()
        if (levels > 0) expect(beyondLimits(padded, { levels: levels - 1, values: 2 * values })).toBe('levels')
      }),
      { numRuns: 60, seed: 1 },
    )
  })
})

function measured(value: unknown): [levels: number, values: number] {
  if (typeof value !== 'object' || value === null) return [0, 1]
  const inner = Object.values(value).map(measured)
  return [1 + Math.max(0, ...inner.map(([levels]) => levels)), inner.reduce((sum, [, values]) => sum + values, 1)]
}
