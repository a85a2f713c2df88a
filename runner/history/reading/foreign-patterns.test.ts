import { Script } from 'node:vm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BOUNDS } from '../../settings/bounds/bounds.ts'
import { fits, tookTooLong } from './foreign-patterns.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('a pattern that somebody else has written', () => {
  it.each([
    ['^a+$', 'aaa', true],
    ['^a+$', 'ab', false],
    ['(', 'a', 'is no pattern'],
    ['(a+)+b', 'a'.repeat(60), 'takes too long'],
    [`(${'.|'.repeat(24)}.)*x`, 'succeeded', 'takes too long'],
  ])('%s is tried on %s', (source, text, expected) => {
    const begun = process.threadCpuUsage()
    expect(fits({ source, flags: '' }, text)).toBe(expected)
    expect(process.threadCpuUsage(begun).user).toBeLessThan(5_000_000)
  })

  it('is tried once where that takes too long', () => {
    const pattern = { source: '(c+)+d', flags: '' }
    expect(tookTooLong(pattern)).toBe(false)
    fits(pattern, 'c'.repeat(60))
    expect(tookTooLong(pattern)).toBe(true)
    expect(fits(pattern, 'cd')).toBe('takes too long')
  })

  it('is stopped when its time has passed', () => {
    const trying = vi.spyOn(Script.prototype, 'runInContext')
    fits({ source: '(e+)+f', flags: '' }, 'e'.repeat(60))
    expect(trying.mock.calls.map(([, options]) => options)).toContainEqual({ timeout: BOUNDS.patternMs.most })
  })
})

it('patterns of others take so much time together, and are then tried no more', async () => {
  vi.resetModules()
  const anew = await import('./foreign-patterns.ts')
  const eachMs = BOUNDS.patternsMs.most / 50
  // Asked without a beginning, it says where it stands; asked with one, what was spent since.
  vi.spyOn(process, 'cpuUsage').mockImplementation((since) => ({ user: since ? eachMs * 1000 : 0, system: 0 }))
  const tried = Array.from({ length: 60 }, (_, nth) => anew.fits({ source: `^${nth}$`, flags: '' }, `${nth}`))
  expect(tried.lastIndexOf(true)).toBe(49)
  expect(tried.at(-1)).toBe('takes too long')
})
