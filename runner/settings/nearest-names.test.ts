import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { didYouMean, editDistance, nearest } from './nearest-names.ts'

describe('the distance of two words', () => {
  it.each([
    ['', '', 0],
    ['run', 'run', 0],
    ['rum', 'run', 1],
    ['rn', 'run', 1],
    ['runn', 'run', 1],
    ['urn', 'run', 1],
    ['', 'run', 3],
    ['kitten', 'sitting', 3],
  ])('%j and %j: %i', (one, other, distance) => {
    expect(editDistance(one, other)).toBe(distance)
  })

  it('is the same both ways, nothing for the same word alone, and no more than the longer of them', () => {
    const word = fc.string({ maxLength: 12 })
    fc.assert(
      fc.property(word, word, (one, other) => {
        const distance = editDistance(one, other)
        expect(editDistance(other, one)).toBe(distance)
        expect(distance === 0).toBe(one === other)
        expect(distance).toBeLessThanOrEqual(Math.max(one.length, other.length))
      }),
      { seed: 1 },
    )
  })
})

describe('the nearest names', () => {
  const names = [
    'auth',
    'paths',
    'auth.unknown-key',
    'auth.unknown-key-generated',
    'jobs.first-status',
    '1080p',
    '480p',
  ]

  it.each<[string, string[]]>([
    ['atuh', ['auth']],
    ['path', ['paths']],
    ['AUTH', ['auth']],
    ['auth.unknwon-key', ['auth.unknown-key']],
    ['unknown-key', ['auth.unknown-key']],
    ['first-state', ['jobs.first-status']],
    ['1080', ['1080p']],
    ['klingon', []],
    ['', []],
  ])('to %j are %j', (word, expected) => {
    expect(nearest(word, names)).toEqual(expected)
  })

  it('are asked for in words, a few of them at most', () => {
    expect(didYouMean('tow', ['one', 'two'])).toBe(' Did you mean two?')
    expect(didYouMean('ab', ['abc', 'abd', 'abe', 'abf'])).toBe(' Did you mean abc, abd or abe?')
    expect(didYouMean('nothing-like-it', ['one', 'two'])).toBe('')
  })

  it('are found in no time for a word of any length', () => {
    expect(nearest('x'.repeat(1_000_000), names)).toEqual([])
  })
})
