import { describe, expect, it } from 'vitest'
import { answered } from '../handwritten-for-tests.ts'
import { excerpt, printable, receivedInWords } from './words.ts'

describe('what came, in words', () => {
  it('is the status and the beginning of the body, on one line', () => {
    expect(receivedInWords(answered(404))).toBe('404 with an empty body')
    expect(receivedInWords(answered(404, { body: ' \n ' }))).toBe('404 with an empty body')
    expect(receivedInWords(answered(404, { body: '{\n\t"error": "not_found"\n}' }))).toBe(
      '404 { "error": "not_found" }',
    )
    expect(receivedInWords(answered(500, { body: 'x'.repeat(1000) }))).toBe(`500 ${'x'.repeat(160)}…`)
  })
})

describe('text for a terminal', () => {
  it.each([
    ['\u001b[31mred\u001b[0m', '\\u001b[31mred\\u001b[0m'],
    ['right\u202eleft', 'right\\u202eleft'],
    ['carriage\rreturn', 'carriage\\u000dreturn'],
    ['half of a pair \ud800', 'half of a pair \\ud800'],
    ['ü 東 🎬 \n\t', 'ü 東 🎬   '],
  ])('obeys nothing in %j', (text, shown) => {
    expect(printable(text)).toBe(shown)
  })

  it('is never cut within a character', () => {
    const text = 'a🎬b🎬🎬'
    for (let most = 1; most <= text.length; most++) expect(excerpt(text, most).isWellFormed()).toBe(true)
    expect(excerpt(text, 2)).toBe('a…')
  })
})
