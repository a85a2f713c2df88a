import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import { answered } from '../handwritten-for-tests.ts'
import { beyondBounds } from './json-bounds.ts'
import { jsonOf, parseJson, parseJsonFile, whyUnread } from './reading.ts'

const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`
const listOf = (values: number) => `[${Array(values).fill('1').join(',')}]`

const LEVELS = BOUNDS.jsonLevels.most
const VALUES = BOUNDS.jsonValues.most

describe('JSON of an answer', () => {
  it('is read up to the bounds', () => {
    expect(parseJson(nested(LEVELS))).toBeDefined()
    // The list is a value, too.
    expect(parseJson(listOf(VALUES - 2))).toBeDefined()
  })

  it.each([
    ['nested deeper', nested(LEVELS + 2), `more than ${LEVELS} levels`],
    ['nested a million levels deep', nested(1_000_000), 'levels'],
    ['with more values', listOf(VALUES + 1), `more than ${VALUES} values`],
  ])('is none where it is %s, and whoever asks hears why', (_, body, why) => {
    expect(parseJson(body)).toBeUndefined()
    const exchange = answered(401, { body })
    expect(jsonOf(exchange)).toBeUndefined()
    expect(whyUnread(exchange)).toContain(why)
  })

  it('holds any number of values where somebody hands it over as a file', () => {
    expect(parseJsonFile(listOf(VALUES + 1))).toBeDefined()
    expect(parseJsonFile(nested(LEVELS + 2))).toBeUndefined()
  })

  it('is counted exactly as it is built', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const json = JSON.stringify(value)
        const [levels, values] = measured(value)
        // Short texts are not even looked at.
        const padded = json + ' '.repeat(2 * levels + 2)
        expect(beyondBounds(padded, { levels, values: 2 * values })).toBeUndefined()
        if (levels > 0) expect(beyondBounds(padded, { levels: levels - 1, values: 2 * values })).toBe('levels')
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
