import { describe, expect, it } from 'vitest'
import { sizeOf } from './story.ts'

describe('the size of the sequences', () => {
  it('is that of the profile, whatever less is allowed', () => {
    expect(sizeOf({ profile: 'full' })).toEqual({ jobs: 6, sequences: 6, generated: 4 })
    expect(sizeOf({ profile: 'full', maxJobs: 20 })).toEqual(sizeOf({ profile: 'full' }))
    expect(sizeOf({ profile: 'standard', maxJobs: 1000 }).jobs).toBe(0)
  })

  it('grows with the jobs that are allowed beyond those of a full run', () => {
    expect(sizeOf({ profile: 'full', maxJobs: 160 })).toEqual({ jobs: 46, sequences: 16, generated: 44 })
  })
})
