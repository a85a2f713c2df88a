import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../config/limits.ts'
import { answered, unanswered } from '../handwritten-for-tests.ts'
import { duplicateMembers, membersThatDiffer } from './duplicate-members.ts'
import { isTransient } from './facts.ts'
import { at, jsonOf, parseJson, parseJsonFile, recordOf, whyUnread } from './reading.ts'
import { excerpt, printable, receivedInWords } from './words.ts'

const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`
const listOf = (values: number) => `[${Array(values).fill('1').join(',')}]`
const LEVELS = LIMITS.jsonLevels
const VALUES = LIMITS.jsonValues

describe('parseJson', () => {
  it.each(['', ' ', '{', "{'a':1}", '{"a":1,}', '\ufeff\ufeff1', 'undefined'])('rejects %j', (text) => {
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
  ])('keeps all digits of an integer: %s', (number, value) => {
    expect(parseJson(`{"id":${number},"list":[${number}]}`)).toEqual({ value: { id: value, list: [value] } })
  })

  it('parses up to the limits', () => {
    expect(parseJson(nested(LEVELS))).toBeDefined()
    // The list counts as a value.
    expect(parseJson(listOf(VALUES - 2))).toBeDefined()
    // Brackets and commas in strings do not count.
    expect(parseJson(JSON.stringify(`\\"[${','.repeat(VALUES)}${'['.repeat(LEVELS + 1)}`))).toBeDefined()
  })

  it.each([
    ['nested deeper', nested(LEVELS + 2), `more than ${LEVELS} levels`],
    ['nested a million levels deep', nested(1_000_000), 'levels'],
    ['with more values', listOf(VALUES + 1), `more than ${VALUES} values`],
  ])('rejects a response %s', (_, body, why) => {
    expect(parseJson(body)).toBeUndefined()
    const exchange = answered(401, { body })
    expect(jsonOf(exchange)).toBeUndefined()
    expect(whyUnread(exchange)).toContain(why)
  })

  it('parses any number of values of a file', () => {
    expect(parseJsonFile(listOf(VALUES + 1))).toBeDefined()
    expect(parseJsonFile(nested(LEVELS + 2))).toBeUndefined()
  })
})

describe('a response', () => {
  it('is a record only if it is a JSON object', () => {
    expect(recordOf(answered(200, { body: { id: 'x' } }))).toEqual({ id: 'x' })
    for (const body of ['[]', 'null', '"{}"', '1', '']) expect(recordOf(answered(200, { body }))).toBeUndefined()
  })

  it('has no JSON if it is incomplete or undecodable', () => {
    expect(jsonOf(answered(200, { body: {}, truncated: true }))).toBeUndefined()
    expect(jsonOf(answered(200, { body: {}, garbled: 'not unpacked' }))).toBeUndefined()
    expect(jsonOf(unanswered('reset'))).toBeUndefined()
  })

  it('has the JSON of its body after many others were read', () => {
    const half = (text: string) => JSON.stringify(text.repeat(1024 * 1024))
    for (const text of ['a', 'b', 'c', 'a']) expect(jsonOf(answered(200, { body: half(text) }))?.value).toMatch(text)
  })

  it('is shown as its status and the beginning of the body, on one line', () => {
    expect(receivedInWords(answered(404))).toBe('404 with an empty body')
    expect(receivedInWords(answered(404, { body: ' \n ' }))).toBe('404 with an empty body')
    const body = '{\n\t"error": "not_found"\n}'
    expect(receivedInWords(answered(404, { body }))).toBe('404 { "error": "not_found" }')
    expect(receivedInWords(answered(500, { body: 'x'.repeat(1000) }))).toBe(`500 ${'x'.repeat(160)}…`)
  })
})

it('finds the value at a path, and none outside the body', () => {
  const body = { a: [{ b: 1 }], none: null }
  expect(at(body, ['a', '0', 'b'])).toBe(1)
  expect(at(body, [])).toBe(body)
  expect(at(body, ['none'])).toBeNull()
  for (const way of [['b'], ['none', 'x'], ['a', '1'], ['a', 'length', 'x'], ['toString'], ['a', '0', 'b', 'c']])
    expect(at(body, way)).toBeUndefined()
})

describe('text for a terminal', () => {
  it.each([
    ['\u001b[31mred\u001b[0m', '\\u001b[31mred\\u001b[0m'],
    ['right\u202eleft', 'right\\u202eleft'],
    ['carriage\rreturn', 'carriage\\u000dreturn'],
    ['half of a pair \ud800', 'half of a pair \\ud800'],
    ['ü 東 🎬 \n\t', 'ü 東 🎬   '],
  ])('has its control characters escaped: %j', (text, shown) => {
    expect(printable(text)).toBe(shown)
  })

  it('is never cut within a character', () => {
    const text = 'a🎬b🎬🎬'
    for (let most = 1; most <= text.length; most++) expect(excerpt(text, most).isWellFormed()).toBe(true)
    expect(excerpt(text, 2)).toBe('a…')
  })
})

describe('a 503', () => {
  const NO_CAPACITY = { error: { code: 'capacity_exceeded' } }

  it('is not retried if it refuses a submission for lack of capacity', () => {
    expect(isTransient(answered(503, { posted: '{}', body: NO_CAPACITY }))).toBe(false)
  })

  it.each([
    ['to a GET with that code', { body: NO_CAPACITY }],
    ['to a poll', { polled: 'job-1', body: NO_CAPACITY }],
    ['to another POST', { posted: '{}', path: '/v1/elsewhere', body: NO_CAPACITY }],
    ['with the code in a text', { posted: '{}', body: { message: 'not capacity_exceeded, only down' } }],
    ['with another code', { posted: '{}', body: { code: 'unavailable', see: 'capacity_exceeded' } }],
    ['with an HTML page', { posted: '{}', body: '<p>capacity_exceeded</p>' }],
  ])('is retried %s', (_, more) => {
    expect(isTransient(answered(503, more))).toBe(true)
  })
})

describe('duplicate names in one object', () => {
  it.each([
    ['{"a":1,"a":2}', ['a']],
    ['{"a":{"b":1,"c":[{"d":1,"d":1}],"b":2}}', ['d', 'b']],
    ['{"a":1,"\\u0061":2}', ['a']],
    ['{ "a" : "x" ,\n"b":"a", "a"\t:1}', ['a']],
    ['[{"a":1},{"a":1}]', []],
    ['{"a":{"a":{"a":"a"}},"b":["b","b"]}', []],
    ['{"a":"{\\"a\\":1,\\"a\\":2}","b":"\\\\"}', []],
    ['{"__proto__":1,"__proto__":2}', ['__proto__']],
  ])('are found in %s: %j', (json, names) => {
    expect(duplicateMembers(json)).toEqual(names)
  })

  it.each([
    ['{"a":1,"a":1}', []],
    ['{"a":{"b":[1,{"c":2}]},"a":{"b":[1,{"c":2}]}}', []],
    ['{"a":1,"a":2}', ['a']],
    ['{"b":{"a":1,"a":2},"c":{"a":1,"a":1}}', ['a']],
    [`{"a":"${'x'.repeat(2000)}","a":"${'x'.repeat(2000)}"}`, ['a']],
    [`${'{"a":'.repeat(50_000)}{"a":1,"a":2}${'}'.repeat(50_000)}`, ['a']],
  ])('with different values are found in %.60s: %j', (json, names) => {
    expect(membersThatDiffer(json)).toEqual(names)
  })
})
