import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical.ts'

describe('canonical JSON', () => {
  it('has one order of names, one spelling of numbers and no spaces', () => {
    expect(canonicalJson({ b: [1.0, 1e21, -0], a: { '\u20ac': '\u000f\n"', '1': null } })).toBe(
      '{"a":{"1":null,"€":"\\u000f\\n\\""},"b":[1,1e+21,0]}',
    )
  })

  it('orders names by their UTF-16 code units (RFC 8785 §3.2.3)', () => {
    const names = ['\ufb33', '\u20ac', '\ud83d\ude00', '\r', '1', '\u0080', '\u00f6']
    const text = canonicalJson(Object.fromEntries(names.map((name) => [name, 0])))
    expect(Object.keys(JSON.parse(text))).toEqual(['1', '\r', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'])
  })

  it.each([
    ['half of a surrogate pair', 'a\ud800'],
    ['no number', Number.NaN],
    ['no end', Number.POSITIVE_INFINITY],
    ['nothing', undefined],
  ])('does not exist for %s', (_, value) => {
    expect(() => canonicalJson(value)).toThrow()
  })
})
