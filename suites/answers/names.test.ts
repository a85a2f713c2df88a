import { describe, expect, it } from 'vitest'
import { nameGivenTwice } from './names.ts'

const twice = (text: string) => nameGivenTwice(text, JSON.parse(text))

describe('a name', () => {
  it.each([
    ['{"a":1,"a":2}', '"a"'],
    ['[{"b":{"c":1,"d":[],"c":{}}}]', '"c"'],
    ['{"a":1,"\\u0061":2}', '"\\u0061"'],
    ['{"status" : "done", "status"\n:"succeeded"}', '"status"'],
    ['{"__proto__":1,"__proto__":2}', '"__proto__"'],
    ['{"":1,"":2}', '""'],
  ])('is given twice: %s', (text, name) => {
    expect(twice(text)).toBe(name)
  })

  it.each([
    '{"a":{"a":1},"b":{"a":2}}',
    '[{"a":1},{"a":2}]',
    '{"a":"{\\"a\\":1,\\"a\\":2}","b":"\\\\","c":":"}',
    '{"a":["a","a"],"A":1}',
    '"a"',
    '5',
    '{"toString":1,"constructor":{},"__proto__":{}}',
    '{"a":"\\\\\\"","b":{}}',
  ])('is given once in each object: %s', (text) => {
    expect(twice(text)).toBeUndefined()
  })
})
