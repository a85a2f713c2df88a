import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../document/canonical.ts'
import { readCanonicalJson } from './json-text.ts'

const problemsIn = (text: string) => readCanonicalJson(text, 'payload').problems

describe('JSON that can be written in one way alone', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const text = canonicalJson(value)
        expect(readCanonicalJson(text, 'envelope')).toEqual({ value: JSON.parse(text), problems: [] })
        expect(readCanonicalJson(`${text}\n`, 'envelope', '\n').problems).toEqual([])
      }),
      { seed: 1 },
    )
  })

  it('is not read in any other way, and the place is named', () => {
    expect(problemsIn('{"a":1, "b":2}')).toEqual([
      {
        what: 'payload-not-canonical',
        where: 'payload, character 8',
        expected: JSON.stringify('"b":2}'),
        found: JSON.stringify(' "b":2}'),
      },
    ])
    expect(problemsIn('[1] ')).toMatchObject([{ expected: 'its end', found: '" "' }])
    expect(readCanonicalJson('[1]', 'payload', '\n').problems).toMatchObject([{ expected: '"\\n"', found: 'its end' }])
  })

  it('names a member that stands twice once, beside what else is wrong', () => {
    expect(problemsIn('\uFEFF{"a":1,"a":2,"a":3}').map(({ what }) => what)).toEqual([
      'payload-byte-order-mark',
      'payload-duplicate-member',
      'payload-not-canonical',
    ])
  })

  it('holds no number that is rounded on reading', () => {
    expect(problemsIn('[9007199254740993]').map(({ what }) => what)).toEqual(['payload-not-canonical'])
    expect(problemsIn('[1e999]').map(({ what }) => what)).toEqual(['payload-not-canonical'])
  })
})
