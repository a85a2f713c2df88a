import { describe, expect, it } from 'vitest'
import { judgeBodyText } from '../oracle.ts'
import { inWords } from './in-words-for-tests.ts'

const context = { aliases: ['film-1'] }
const judged = (text: string) => inWords(judgeBodyText(text, context))
const judgedWith = (members: string) => judged(`{"model":"film-1","prompt":"a lighthouse",${members}}`)

const noObject = 'refuse (must): submission.body-is-an-object'

describe('the text of a body', () => {
  it.each([
    '',
    'model=film-1&prompt=x',
    '{"model":"film-1","prompt":"x",}',
    '{"model":"film-1","prompt":"x" /* well */}',
    '{"model":"film-1","prompt":"x","fps":NaN}',
    '[]',
    '[{"model":"film-1","prompt":"x"}]',
    '\uFEFF[]',
    '\u00A0{"model":"film-1","prompt":"x"}',
  ])('%j is not a JSON object', (text) => {
    expect(judged(text)).toBe(noObject)
  })

  it('is accepted however its strings are escaped', () => {
    expect(judged('{"\\u006dodel":"film\\u002d1","prompt":"\\ud83c\\udfac \\"\\/\\n"}')).toContain('accept (must)')
  })

  it('with a byte order mark is open, unless it would be refused without one', () => {
    expect(judged('\uFEFF{"model":"film-1","prompt":"x"}')).toBe('open: body.byte-order-mark')
    expect(judged('\uFEFF{"prompt":"x"}')).toBe('refuse (must): submission.model-required')
  })

  it('may nest to any depth in an unknown field', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000)
    expect(judgedWith(`"x":${deep}`)).toBe('open: body.extra-fields')
    expect(judgedWith(`"fps":${deep}`)).toBe('refuse (should): submission.types-checked')
  })
})

describe('a duplicate field', () => {
  it.each([
    ['a good value, then a bad one', '"fps":24,"fps":500'],
    ['a bad value, then a good one', '"fps":500,"fps":24'],
    ['one name escaped', '"fps":500,"f\\u0070s":24'],
    ['the model', '"model":"nobody"'],
  ])('is open: %s', (_, members) => {
    expect(judgedWith(members)).toBe('open: body.duplicate-keys')
  })

  it('does not excuse another mistake', () => {
    expect(judgedWith('"fps":24,"fps":24,"duration":61')).toBe('refuse (must): submission.duration-in-range')
  })

  it('is no duplicate if the second is nested or in a string', () => {
    expect(judgedWith('"x":{"fps":1,"fps":2},"y":"\\"fps\\":1","fps":3')).toBe('open: body.extra-fields')
  })
})

describe('a number', () => {
  it.each(['5', '5.0', '5e0', '5E+0', '50e-1', '0.5e1', '5.00000000000000000000000000', '500000e-5'])(
    'written %s is the whole number five',
    (five) => {
      expect(judgedWith(`"duration":${five}`)).toContain('accept (must)')
    },
  )

  it.each(['2.5', '25e-1', '0.25E1', '2.50', '23.976'])('written %s is a fraction', (fraction) => {
    expect(judgedWith(`"duration":${fraction}`)).toBe('accept (should): submission.fractions-accepted')
  })

  it.each([
    '"duration":60.00000000000000000001',
    '"duration":5.00000000000000000001',
    '"bit_depth":8.0000000000000000001',
  ])('that no double holds is open: %s', (member) => {
    expect(judgedWith(member)).toBe('open: body.numbers-beyond-double')
  })

  it.each([
    '1e400',
    '1e999999999999999999999',
    '1e-999999999999',
    '-0',
    '60.00000000000001',
    '61.00000000000000000001',
  ])('outside its range is refused, and quickly: %s', (number) => {
    expect(judgedWith(`"duration":${number}`)).toBe('refuse (must): submission.duration-in-range')
  })
})
