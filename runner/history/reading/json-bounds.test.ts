import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BOUNDS } from '../../settings/bounds/bounds.ts'
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
    ['nested twelve thousand levels deep', nested(12_000), 'levels'],
    ['nested a million levels deep', nested(1_000_000), 'levels'],
    ['never closed', '['.repeat(1_000_000), 'levels'],
    ['with more values', listOf(VALUES + 1), `more than ${VALUES} values`],
    [
      'with more members',
      JSON.stringify(Object.fromEntries(Array.from({ length: VALUES }, (_, n) => [n, n]))),
      'values',
    ],
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

  it('counts neither brackets nor commas inside of texts', () => {
    const text = JSON.stringify(['[{,'.repeat(VALUES), '"[\\"[{'.repeat(LEVELS), '\\', '[', '\\"', '{'])
    expect(beyondBounds(text)).toBeUndefined()
    expect(beyondBounds(text.slice(0, -2))).toBeUndefined()
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
      { numRuns: 200, seed: 1 },
    )
  })

  it('tells all it has where nothing is beyond', () => {
    expect(whyUnread(answered(200, { body: { id: 'x' } }))).toBeUndefined()
    expect(whyUnread(answered(200, { body: 'no JSON' }))).toBeUndefined()
    expect(whyUnread(answered(200, { body: '{', truncated: true }))).toContain('beginning')
    expect(whyUnread(answered(200, { body: '', garbled: 'not unpacked' }))).toBe('not unpacked')
  })
})

function measured(value: unknown): [levels: number, values: number] {
  if (typeof value !== 'object' || value === null) return [0, 1]
  const inner = Object.values(value).map(measured)
  return [1 + Math.max(0, ...inner.map(([levels]) => levels)), inner.reduce((sum, [, values]) => sum + values, 1)]
}

it('what was made of a long answer is kept for the next one who looks at it, of so many answers', () => {
  const long = () => answered(200, { body: listOf(40_000) })
  const most = BOUNDS.longAnswersParsed.most
  const [first, ...others] = Array.from({ length: most + 1 }, long)
  const value = jsonOf(first!)?.value
  for (const each of others.slice(0, most - 1)) jsonOf(each)
  expect(jsonOf(first!)?.value).toBe(value)
  for (const each of others) jsonOf(each)
  expect(jsonOf(first!)?.value).not.toBe(value)
})
