import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Line, lineDifferences } from './line-differences.ts'

/** With what is marked in brackets. */
const shown = (lines: readonly Line[]) =>
  lines.map(({ text, marked, missing }) =>
    missing
      ? `missing: ${text}`
      : marked
        ? `${text.slice(0, marked.from)}[${text.slice(marked.from, marked.to)}]${text.slice(marked.to)}`
        : text,
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
    const [left, right] = lineDifferences(['Date: 1', 'a'], ['Date: 2', 'b'], {
      gist: (line) => line.replace(/^Date: .*/, ''),
    })
    expect([shown(left), shown(right)]).toEqual([
      ['Date: 1', '[a]'],
      ['Date: 2', '[b]'],
    ])
  })

  it('show where something is left out by a mark around nothing', () => {
    expect(compared(['Bearer x'], ['Bearer '])).toEqual([['Bearer [x]'], ['Bearer []']])
  })

  it('hold headers and members of one name against each other, whatever stands between', () => {
    expect(compared(['Server: a', 'X-One: 1', 'Via: b'], ['X-Two: 2', 'Via: c'])).toEqual([
      ['[Server: a]', '[X-One: 1]', 'Via: [b]'],
      ['[X-Two: 2]', 'Via: [c]'],
    ])
    expect(compared(['  "id": 1,', '  "status": 2'], ['  "status": 3', '  "url": 4'])).toEqual([
      ['[  "id": 1,]', '  "status": [2]'],
      ['  "status": [3]', '[  "url": 4]'],
    ])
  })

  it('show what the second text lacks, where that is asked for, and not what it has elsewhere', () => {
    const one = ['200', 'A: 1', 'B: 2', '', '{', '  "id": 1,', '  "stage": "x"', '}']
    const other = ['200', 'B: 2', 'A: 1', '', '{', '  "id": 1', '}']
    const [, right] = lineDifferences(one, other, { gist: (line) => line.replace(/,$/, ''), isMissed: () => true })
    expect(shown(right)).toEqual(['200', 'B: 2', '[A: 1]', '', '{', '  "id": 1', 'missing:   "stage": "x"', '}'])
    const [, silent] = lineDifferences(one, other)
    expect(shown(silent).join()).not.toContain('missing')
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
      { seed: 1 },
    )
  })

  it('of thousands of lines are compared in no time to speak of', () => {
    const many = Array.from({ length: 5000 }, (_, index) => String(index))
    expect(lineDifferences(many, ['x', ...many])[1]).toHaveLength(5001)
  })
})
