import { describe, expect, it } from 'vitest'
import { configure } from './configuration.ts'

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

  it('keeps what the user set', () => {
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
