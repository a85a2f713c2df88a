import { describe, expect, it } from 'vitest'
import { answered, unanswered } from '../handwritten-for-tests.ts'
import { at, jsonOf, parseJson, recordOf } from './reading.ts'

describe('JSON', () => {
  it.each(['', ' ', '{', "{'a':1}", '{"a":1,}', '\ufeff\ufeff1', 'undefined'])('is not %j', (text) => {
    expect(parseJson(text)).toBeUndefined()
  })

  it.each<[string, unknown]>([
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993', '-9007199254740993'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
    ['0.1234567890123456', 0.1234567890123456],
    ['1e21', 1e21],
    ['"9007199254740993"', '9007199254740993'],
  ])('keeps all digits of a whole number: %s', (number, value) => {
    expect(parseJson(`{"id":${number},"list":[${number}]}`)).toEqual({ value: { id: value, list: [value] } })
  })
})

describe('an answer', () => {
  it('is a record only where it is a JSON object', () => {
    expect(recordOf(answered(200, { body: { id: 'x' } }))).toEqual({ id: 'x' })
    for (const body of ['[]', 'null', '"{}"', '1', '']) expect(recordOf(answered(200, { body }))).toBeUndefined()
  })

  it('tells nothing where it is not whole, or no text', () => {
    expect(jsonOf(answered(200, { body: {}, truncated: true }))).toBeUndefined()
    expect(jsonOf(answered(200, { body: {}, garbled: 'not unpacked' }))).toBeUndefined()
    expect(jsonOf(unanswered('reset'))).toBeUndefined()
  })
})

describe('a way', () => {
  it('leads to a value, and nowhere outside the body', () => {
    const body = { a: [{ b: 1 }], none: null }
    expect(at(body, ['a', '0', 'b'])).toBe(1)
    expect(at(body, [])).toBe(body)
    expect(at(body, ['none'])).toBeNull()
    for (const way of [['b'], ['none', 'x'], ['a', '1'], ['a', 'length', 'x'], ['toString'], ['a', '0', 'b', 'c']])
      expect(at(body, way)).toBeUndefined()
  })
})
