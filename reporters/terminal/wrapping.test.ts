import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cut, displayWidth, labelled, wrap } from './wrapping.ts'

test('lines break at spaces, and words that are too long anywhere', () => {
  expect(wrap('one two three', 7)).toEqual(['one two', 'three'])
  expect(wrap('abcdefghij kl', 4)).toEqual(['abcd', 'efgh', 'ij', 'kl'])
})

test('no line is wider than it may be, and nothing is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 40 }), (text, width) => {
      const lines = wrap(text, width)
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    }),
    { seed: 1 },
  )
})

test('what goes on in another line stands under itself', () => {
  expect(labelled('  expected  ', `${'word '.repeat(8)}end`, 34)).toEqual([
    '  expected  word word word word',
    '            word word word word',
    '            end',
  ])
})

test('what is cut says so, and wide characters count twice', () => {
  expect(cut('abcdef', 4)).toBe('abc…')
  expect(cut('日本語テスト', 6)).toBe('日本…')
  expect(displayWidth('🎬x')).toBe(3)
})
