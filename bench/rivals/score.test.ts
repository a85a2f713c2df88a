import { describe, expect, it } from 'vitest'
import { isCaught, scoreOf } from './score.ts'
import type { RivalTrial } from './trial.ts'

const trial = (server: string, failures: string[], more: Partial<RivalTrial> = {}): RivalTrial => ({
  rival: 'tool',
  server,
  seed: 1,
  failures,
  requests: 10,
  seconds: 1,
  ...more,
})

const asked = [
  { server: 'fault a', twin: 'healthy', breaks: 'auth.header-required', level: 'must' as const, isStrangers: false },
  { server: 'fault b', twin: 'healthy', breaks: 'jobs.final-stays-final', level: 'must' as const, isStrangers: false },
  { server: 'fault c', twin: 'healthy', breaks: 'auth.unknown-key', level: 'should' as const, isStrangers: true },
]

describe('a fault', () => {
  const healthy = [trial('healthy', ['noise']), trial('healthy', ['rare noise'])]

  it('is caught by a failure that the healthy server never has', () => {
    expect(isCaught([...healthy, trial('fault a', ['noise', 'news'])], asked[0]!)).toBe(true)
  })

  it('is not caught by findings about the healthy server with any seed', () => {
    expect(isCaught([...healthy, trial('fault a', ['noise', 'rare noise'])], asked[0]!)).toBe(false)
  })

  it('is not caught by a tool without a result', () => {
    expect(isCaught([...healthy, trial('fault a', [])], asked[0]!)).toBe(false)
  })
})

describe('a score', () => {
  const score = scoreOf(
    [
      trial('healthy', []),
      trial('fault a', ['auth.header-required'], { requests: 30, seconds: 3 }),
      trial('fault b', ['something else']),
      trial('fault c', [], { noResult: 'late' }),
      trial('lawful', []),
      trial('odd', ['noise']),
    ],
    asked,
    ['lawful', 'odd'],
  )

  it('counts by level and by subject', () => {
    expect(score.caught).toEqual({ caught: 2, of: 3 })
    expect(score.byLevel).toEqual({ must: { caught: 2, of: 2 }, should: { caught: 0, of: 1 } })
    expect(score.bySubject).toEqual({ auth: { caught: 1, of: 2 }, jobs: { caught: 1, of: 1 } })
  })

  it('counts each conforming server with a failure as a false positive', () => {
    expect(score.falseAlarms).toEqual({ caught: 1, of: 2 })
  })
})
