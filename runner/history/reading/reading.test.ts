import { describe, expect, it } from 'vitest'
import { answered, unanswered } from '../handwritten-for-tests.ts'
import { at, headerOf, jsonOf, parseJson, recordOf, statusOf, succeeded, walk, waysInWords } from './reading.ts'

describe('JSON', () => {
  it.each<[string, unknown]>([
    ['{"a":[1,2.5,"x",null,true]}', { a: [1, 2.5, 'x', null, true] }],
    ['\ufeff{"a":1}', { a: 1 }],
    [' "text"\n', 'text'],
    ['null', null],
  ])('is read from %j', (text, value) => {
    expect(parseJson(text)).toEqual({ value })
  })

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

  it.each([
    [199, false],
    [200, true],
    [204, true],
    [299, true],
    [300, false],
    [404, false],
  ])('with %i succeeded: %s', (status, expected) => {
    expect(succeeded(answered(status))).toBe(expected)
  })

  it('that never came has no status and did not succeed', () => {
    expect(statusOf(unanswered('timeout'))).toBeUndefined()
    expect(succeeded(unanswered('timeout'))).toBe(false)
    expect(succeeded(undefined)).toBe(false)
  })

  it('has its headers in any letter case', () => {
    expect(headerOf(answered(200, { headers: { 'RETRY-After': '3' } }), 'retry-after')).toBe('3')
    expect(headerOf(answered(200), 'retry-after')).toBeUndefined()
  })
})

describe('a walk', () => {
  it('meets every value, what lies higher first', () => {
    const ways = [...walk({ a: { c: [7] }, b: null })].map(({ way, value }) => [way.join('.'), value])
    expect(ways).toEqual([
      ['', { a: { c: [7] }, b: null }],
      ['a', { c: [7] }],
      ['b', null],
      ['a.c', [7]],
      ['a.c.0', 7],
    ])
  })

  it('ends at some depth', () => {
    expect([...walk([[[1]]], 2)].map(({ way }) => way.length)).toEqual([0, 1, 2])
  })

  it('ends in a body that is nested very deeply', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)
    expect([...walk(deep)]).toHaveLength(7)
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

  it('is said in words', () => {
    expect(waysInWords(['data', 'id'])).toBe('data.id')
    expect(waysInWords([])).toBe('the whole body')
  })
})
