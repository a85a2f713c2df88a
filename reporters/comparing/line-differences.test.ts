import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Line, lineDifferences } from './line-differences.ts'

describe('two texts side by side', () => {
  it('contain every line once and in order', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'ab', 'ba', ''), { maxLength: 12 })
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [left, right] = lineDifferences(one, other)
        expect(left.map((line) => line.text)).toEqual(one)
        expect(right.map((line) => line.text)).toEqual(other)
        const unmarked = (lines: Line[]) => lines.flatMap((line) => (line.marked ? [] : [line.text]))
        expect(unmarked(left)).toEqual(unmarked(right))
      }),
      { seed: 1 },
    )
  })
})
