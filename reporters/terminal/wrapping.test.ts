import fc from 'fast-check'
import { expect, test } from 'vitest'
import { displayWidth, wrap } from './wrapping.ts'

test('no line exceeds the width, and no text is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 40 }), (text, width) => {
      const lines = wrap(text, width)
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    }),
    { seed: 1 },
  )
})
