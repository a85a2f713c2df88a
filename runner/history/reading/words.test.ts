import { describe, expect, it } from 'vitest'
import { answered, lastTry, unanswered } from '../handwritten-for-tests.ts'
import { excerpt, firstFew, list, printable, receivedInWords } from './words.ts'

describe('what came, in words', () => {
  it('is the status and the beginning of the body, on one line', () => {
    expect(receivedInWords(answered(404))).toBe('404 with an empty body')
    expect(receivedInWords(answered(404, { body: ' \n ' }))).toBe('404 with an empty body')
    expect(receivedInWords(answered(404, { body: '{\n\t"error": "not_found"\n}' }))).toBe(
      '404 { "error": "not_found" }',
    )
    expect(receivedInWords(answered(500, { body: 'x'.repeat(1000) }))).toBe(`500 ${'x'.repeat(160)}…`)
  })

  it('is why nothing came, and how often', () => {
    const first = unanswered('timeout')
    expect(receivedInWords(first)).toBe('no answer came in time')
    const control = answered(200)
    expect(receivedInWords(unanswered('timeout', { again: lastTry(control, first) }))).toBe(
      'no answer came in time (2 times, while a good request in between was answered)',
    )
  })
})

describe('text for a terminal', () => {
  it.each([
    ['\u001b[31mred\u001b[0m', '\\u001b[31mred\\u001b[0m'],
    ['bell\u0007 and C1 \u009b', 'bell\\u0007 and C1 \\u009b'],
    ['right\u202eleft', 'right\\u202eleft'],
    ['line\u2028separator', 'line\\u2028separator'],
    ['carriage\rreturn', 'carriage\\u000dreturn'],
    ['half of a pair \ud800', 'half of a pair \\ud800'],
    ['zero\u200bwidth', 'zero\\u200bwidth'],
    ['ü 東 🎬 \n\t', 'ü 東 🎬   '],
  ])('obeys nothing in %j', (text, shown) => {
    expect(printable(text)).toBe(shown)
  })

  it('is cut where it is long', () => {
    expect(excerpt('abcdef', 3)).toBe('abc…')
    expect(excerpt('abc', 3)).toBe('abc')
  })

  it('is never cut within a character', () => {
    const text = 'a🎬b🎬🎬'
    for (let most = 1; most <= text.length; most++) expect(excerpt(text, most).isWellFormed()).toBe(true)
    expect(excerpt(text, 2)).toBe('a…')
  })
})

describe('a list', () => {
  it.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a and b'],
    [['a', 'b', 'c'], 'a, b and c'],
  ])('of %j reads %s', (words, text) => {
    expect(list(words)).toBe(text)
  })

  it('may end with another word', () => {
    expect(list(['a', 'b', 'c'], 'or')).toBe('a, b or c')
  })
})

it('the first few are named with how many more there are, and a single one more by its name', () => {
  const few = (count: number) => firstFew(['a', 'b', 'c', 'd', 'e'].slice(0, count), 3)
  expect([1, 3, 4, 5].map(few)).toEqual(['a', 'a, b, c', 'a, b, c, d', 'a, b, c and 2 more'])
})
