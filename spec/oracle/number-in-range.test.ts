import { describe, expect, it } from 'vitest'
import { judgeBody } from '../oracle.ts'
import { inWords } from './in-words-for-tests.ts'

const judged = (fields: object) =>
  inWords(judgeBody({ model: 'film-1', prompt: 'x', ...fields }, { aliases: ['film-1'] }))

describe('a duration', () => {
  it.each([1, 2, 5, 59, 60])('of %d is accepted', (duration) => {
    expect(judged({ duration })).toContain('accept (must)')
  })

  it.each([1.0000000000000002, 2.5, 59.99999999999999])('of %d should be accepted', (duration) => {
    expect(judged({ duration })).toBe('accept (should): submission.fractions-accepted')
  })

  it.each([0.9999999999999999, 0, -0, 0.5, -1, -5, 60.00000000000001, 61, 1e9, Infinity, -Infinity, NaN])(
    'of %d is refused',
    (duration) => {
      expect(judged({ duration })).toBe('refuse (must): submission.duration-in-range')
    },
  )
})

describe('a frame rate', () => {
  it.each([1, 24, 60, 119, 120])('of %d is accepted', (fps) => {
    expect(judged({ fps })).toContain('accept (must)')
  })

  it.each([23.976, 29.97, 119.99999999999999])('of %d should be accepted', (fps) => {
    expect(judged({ fps })).toBe('accept (should): submission.fractions-accepted')
  })

  it.each([0.9999999999999999, 0, -24, 120.00000000000001, 121, 240, Infinity])('of %d is refused', (fps) => {
    expect(judged({ fps })).toBe('refuse (must): submission.fps-in-range')
  })
})

describe('a bit depth', () => {
  it.each([8, 10])('of %d is accepted', (bit_depth) => {
    expect(judged({ bit_depth })).toContain('accept (must)')
  })

  it.each([0, 7, 8.5, 9, 11, 12, 16, -8, 8.000000000000002, Infinity])('of %d is refused', (bit_depth) => {
    expect(judged({ bit_depth })).toBe('refuse (must): submission.bit-depth-listed')
  })
})
