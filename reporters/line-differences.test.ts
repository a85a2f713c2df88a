import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Line, lineDifferences } from './line-differences.ts'

/** With what is marked in brackets. */
const shown = (lines: readonly Line[]) =>
  lines.map(({ text, marked }) =>
    marked ? `${text.slice(0, marked.from)}[${text.slice(marked.from, marked.to)}]${text.slice(marked.to)}` : text,
  )
const compared = (one: string[], other: string[]) => lineDifferences(one, other).map(shown)

describe('two texts side by side', () => {
  it('are marked where a line differs, and there only', () => {
    expect(compared(['GET /a', 'Key: one', ''], ['GET /a', 'Key: two', ''])).toEqual([
      ['GET /a', 'Key: [one]', ''],
      ['GET /a', 'Key: [two]', ''],
    ])
  })

  it('are marked where one has a line more', () => {
    expect(compared(['a', 'c'], ['a', 'b', 'c'])).toEqual([
      ['a', 'c'],
      ['a', '[b]', 'c'],
    ])
  })

  it('are not marked where they are equal', () => {
    expect(compared(['a', 'b'], ['a', 'b'])).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
  })

  it('are not marked where nothing that counts differs', () => {
    const [left, right] = lineDifferences(['Date: 1', 'a'], ['Date: 2', 'b'], (line) => line.replace(/^Date: .*/, ''))
    expect([shown(left), shown(right)]).toEqual([
      ['Date: 1', '[a]'],
      ['Date: 2', '[b]'],
    ])
  })

  it('show where something is left out by a mark around nothing', () => {
    expect(compared(['Bearer x'], ['Bearer '])).toEqual([['Bearer [x]'], ['Bearer []']])
  })

  it('hold every line once, in its order, whatever they are', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'ab', 'ba', ''), { maxLength: 12 })
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [left, right] = lineDifferences(one, other)
        expect(left.map((line) => line.text)).toEqual(one)
        expect(right.map((line) => line.text)).toEqual(other)
        const unmarked = (lines: Line[]) => lines.flatMap((line) => (line.marked ? [] : [line.text]))
        expect(unmarked(left)).toEqual(unmarked(right))
      }),
    )
  })

  it('of thousands of lines are compared in no time to speak of', () => {
    const many = Array.from({ length: 5000 }, (_, index) => String(index))
    expect(lineDifferences(many, ['x', ...many])[1]).toHaveLength(5001)
  })
})
