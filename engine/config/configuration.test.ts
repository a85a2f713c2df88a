import { describe, expect, it } from 'vitest'
import { configure } from './configuration.ts'
import { readOptions } from './read-options.ts'

describe('the configuration', () => {
  it('has defaults for a remote server', () => {
    expect(configure({}, false)).toMatchObject({
      profile: 'standard',
      pollIntervalMs: 3000,
      settleMs: 5000,
      deadlineMs: 600_000,
      burst: 0,
      only: [],
    })
  })

  it('has defaults for the embedded service', () => {
    expect(configure({}, true)).toMatchObject({ profile: 'full', pollIntervalMs: 10, settleMs: 250 })
  })

  it('has a fixed seed, except with --seed random', () => {
    expect(configure({}, false).seed).toBe(configure({}, true).seed)
    const drawn = () => readOptions({ seed: 'random' }, 'options').seed
    expect(drawn()).toBeGreaterThanOrEqual(0)
    expect(drawn()).not.toBe(drawn())
    expect(() => readOptions({ seed: 'any' }, 'options')).toThrow(
      "seed 'any' is invalid. It must be a whole number, or random.",
    )
  })

  it('keeps the options of the user', () => {
    const wishes = {
      profile: 'smoke',
      pollIntervalMs: 1000,
      strict: true,
      seed: 7,
      maxJobs: 2,
      only: ['auth'],
    } as const
    expect(configure({ ...wishes, only: ['auth'] }, true)).toMatchObject({ ...wishes, settleMs: 2000 })
    expect(configure({ settleMs: 1 }, true).settleMs).toBe(1)
  })
})
