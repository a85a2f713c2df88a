import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { schemaNamed } from './openapi/citing.ts'
import { SUBMISSION } from './openapi/submission-schemas.ts'
import { fits } from './openapi/validator.ts'
import { judgeBody, judgeBodyText } from './oracle.ts'
import { FIELDS, type FieldName } from './words.ts'

const SCHEMA = schemaNamed(SUBMISSION)
const isLawfulSubmission = (body: unknown) => fits(SCHEMA, body)
const image = 'https://images.example.org/lighthouse.png'
const context = { aliases: ['film-1'], images: [image] }

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(null, '', true, '5', 0, -1, Infinity),
  fc.string({ unit: 'binary' }),
)
const spaced = (words: fc.Arbitrary<string>) =>
  fc.tuple(white, words, white, fc.boolean()).map(([a, word, b, up]) => a + (up ? word.toUpperCase() : word) + b)
const white = fc.constantFrom('', '', '', ' ', '\n', '\u00A0', '\u001F', '\u200B')
const part = fc.stringMatching(/^[+-]?(?:0{0,2}[0-9]{1,3}(?:\.[0-9]{0,2})?|\.[0-9])(?:[eE][+-]?\d)?$/)
const around = (least: number, most: number) =>
  fc.oneof(
    fc.integer({ min: least - 2, max: most + 2 }),
    fc.double({ min: least - 1, max: most + 1, noNaN: true }),
    fc.constantFrom(least, most),
  )

const values = {
  model: fc.constantFrom('film-1', 'film-1', 'FILM-1 ', 'film-2', ''),
  prompt: fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })),
  image_url: fc.oneof(
    fc.constantFrom(
      image,
      'https:host',
      'HT\nTPS:\\host',
      '\u0000 https://host',
      'http://host',
      'https://[::1]',
      'https://',
    ),
    fc.webUrl({ validSchemes: ['https', 'http'] }),
    fc.string().map((rest) => `https://${rest}`),
  ),
  resolution: spaced(fc.constantFrom(...FIELDS.resolution.listed, '8k', '480')),
  duration: around(FIELDS.duration.least, FIELDS.duration.most),
  fps: around(FIELDS.fps.least, FIELDS.fps.most),
  ratio: fc.oneof(
    fc.tuple(white, part, white, part).map(([a, width, b, height]) => `${a}${width}${b}:${height}`),
    fc.stringMatching(/^[0-9:.+\- ]{0,8}$/),
  ),
  bit_depth: fc.constantFrom(8, 10, 9, 8.5),
}

const good = {
  model: fc.constant('film-1'),
  resolution: fc.constantFrom(...FIELDS.resolution.listed),
  duration: fc.integer({ min: FIELDS.duration.least, max: FIELDS.duration.most }),
  fps: fc.integer({ min: FIELDS.fps.least, max: FIELDS.fps.most }),
  ratio: fc.constantFrom(FIELDS.ratio.default, '9:16', '1:4'),
  bit_depth: fc.constantFrom(...FIELDS.bit_depth.listed),
}
const subject = fc.oneof(
  fc.record({ prompt: fc.string({ minLength: 1 }) }),
  fc.record({ image_url: fc.constant(image) }),
)
const goodBody = fc
  .tuple(fc.record(good, { requiredKeys: ['model'] }), subject)
  .map(([rest, what]) => ({ ...rest, ...what }))

const changes = fc
  .subarray(Object.keys(values) as FieldName[], { maxLength: 2 })
  .chain((names) =>
    fc.record(
      Object.fromEntries(
        names.map((name) => [name, fc.oneof<fc.Arbitrary<unknown>[]>(values[name], values[name], anything)]),
      ),
    ),
  )
const withoutOne = fc
  .tuple(goodBody, fc.constantFrom(...Object.keys(FIELDS)))
  .map(([whole, dropped]) => Object.fromEntries(Object.entries(whole).filter(([name]) => name !== dropped)))
const body = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(goodBody, changes).map(([whole, changed]) => ({ ...whole, ...changed })) },
  { weight: 3, arbitrary: withoutOne },
  { weight: 1, arbitrary: anything },
)

describe('the oracle and the schema', () => {
  it('agree: the schema allows what the oracle accepts, and the oracle refuses what the schema rejects', () => {
    const seen = { accept: 0, refuse: 0, open: 0, stopped: 0 }
    fc.assert(
      fc.property(body, (value) => {
        const { verdict } = judgeBody(value, context)
        const finding = isLawfulSubmission(value)
        seen[verdict]++
        if (!finding.ok) seen.stopped++
        if (verdict === 'accept') expect(finding).toEqual({ ok: true })
        if (!finding.ok) expect(verdict).toBe('refuse')
      }),
      { numRuns: 200, seed: 1 },
    )
    // A property that never meets one of the cases proves nothing.
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(5)
  })

  it('judge a value and its text alike', () => {
    fc.assert(
      fc.property(body, (value) => {
        const text = JSON.stringify(value)
        expect(judgeBodyText(text, context)).toEqual(judgeBody(JSON.parse(text), context))
      }),
      { numRuns: 200, seed: 1 },
    )
  })
})
