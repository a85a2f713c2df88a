import { expect, it } from 'vitest'
import { canonicalJson } from './canonical.ts'

it('writes canonical JSON (RFC 8785): names ordered by UTF-16 code units, one spelling of numbers, no spaces', () => {
  expect(canonicalJson({ b: [1.0, 1e21, -0], a: { '\u20ac': '\u000f\n"', '1': null } })).toBe(
    '{"a":{"1":null,"€":"\\u000f\\n\\""},"b":[1,1e+21,0]}',
  )
  const names = ['\ufb33', '\u20ac', '\ud83d\ude00', '\r', '1', '\u0080', '\u00f6']
  const text = canonicalJson(Object.fromEntries(names.map((name) => [name, 0])))
  expect(Object.keys(JSON.parse(text))).toEqual(['1', '\r', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'])
})

it.each(['a\ud800', Number.NaN, Number.POSITIVE_INFINITY, undefined])('refuses %j', (value) => {
  expect(() => canonicalJson(value)).toThrow()
})
