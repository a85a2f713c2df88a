import { describe, expect, it } from 'vitest'
import { fits, tookTooLong } from './foreign-patterns.ts'

describe('a pattern that somebody else has written', () => {
  it.each([
    ['^a+$', 'aaa', true],
    ['^a+$', 'ab', false],
    ['(', 'a', 'is no pattern'],
    ['(a+)+b', 'a'.repeat(60), 'takes too long'],
    [`(${'.|'.repeat(24)}.)*x`, 'succeeded', 'takes too long'],
  ])('%s is tried on %s', (source, text, expected) => {
    const begun = performance.now()
    expect(fits({ source, flags: '' }, text)).toBe(expected)
    expect(performance.now() - begun).toBeLessThan(5000)
  })

  it('is tried once where that takes too long', () => {
    const pattern = { source: '(c+)+d', flags: '' }
    expect(tookTooLong(pattern)).toBe(false)
    fits(pattern, 'c'.repeat(60))
    expect(tookTooLong(pattern)).toBe(true)
    expect(fits(pattern, 'cd')).toBe('takes too long')
  })
})
