import { afterEach, describe, expect, it, vi } from 'vitest'
import { fits, tookTooLong } from './foreign-patterns.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('an untrusted pattern', () => {
  it.each([
    ['^a+$', 'aaa', true],
    ['^a+$', 'ab', false],
    ['(', 'a', 'not a pattern'],
    ['(a+)+b', 'a'.repeat(60), 'takes too long'],
    [`(${'.|'.repeat(24)}.)*x`, 'succeeded', 'takes too long'],
  ])('%s is tried on %s', (source, text, expected) => {
    const begun = process.threadCpuUsage()
    expect(fits({ source, flags: '' }, text)).toBe(expected)
    expect(process.threadCpuUsage(begun).user).toBeLessThan(5_000_000)
  })

  it('is not tried again if it takes too long', () => {
    const pattern = { source: '(c+)+d', flags: '' }
    expect(tookTooLong(pattern)).toBe(false)
    fits(pattern, 'c'.repeat(60))
    expect(tookTooLong(pattern)).toBe(true)
    expect(fits(pattern, 'cd')).toBe('takes too long')
  })
})
