import { describe, expect, it } from 'vitest'
import { recordOf } from '../../reporters/hostile-run-for-tests.ts'
import { brokenAt, passed, sampleReport } from '../../reporters/outcome/sample-report-for-tests.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { Watched } from './watched.ts'

const failing = (id: ClauseId) => recordOf(sampleReport({ [id]: brokenAt('GET /models') }))
const passing = (...ids: ClauseId[]) => recordOf(sampleReport(Object.fromEntries(ids.map((id) => [id, passed]))))

describe('a watch', () => {
  it('names what a run changes, and what was fixed since the start', () => {
    const watched = new Watched()
    expect(watched.add(failing('auth.unknown-key')).map(({ id, word }) => [id, word])).toEqual([
      ['auth.unknown-key', 'failed'],
    ])
    expect(watched.next).toMatchObject({ fix: expect.any(String) })
    expect(watched.failed.map(({ id }) => id)).toEqual(['auth.unknown-key'])
    expect(watched.add(passing('auth.unknown-key', 'paths.unknown-path')).map(({ id }) => id)).toEqual([
      'auth.unknown-key',
    ])
    expect([watched.fixed, watched.failed, watched.next]).toEqual([['auth.unknown-key'], [], undefined])
    watched.add(failing('auth.unknown-key'))
    expect(watched.fixed).toEqual([])
  })

  it('leaves to the next run what limits left out', () => {
    const watched = new Watched()
    const { budget } = sampleReport({})
    watched.add(recordOf(sampleReport({}, { budget: { ...budget, jobs: 3, videoSeconds: 8, requests: 90 } })))
    expect(watched.left({ maxJobs: 5, maxVideoSeconds: 20, maxRequests: 100 })).toEqual({
      wishes: { maxJobs: 2, maxVideoSeconds: 12, maxRequests: 10 },
    })
    expect(watched.left({})).toEqual({ wishes: {} })
    expect(watched.left({ maxJobs: 3 }).usedUp).toBe('--max-jobs')
  })

  it('subtracts what runs have cost from the limit', () => {
    const watched = new Watched()
    const { budget } = sampleReport({})
    const run = recordOf(sampleReport({}, { budget: { ...budget, cost: { unit: 'EUR', atMost: '0.75' } } }))
    watched.add(run)
    expect(watched.left({ maxCost: '2' }).wishes).toEqual({ maxCost: '1.25' })
    watched.add(run)
    watched.add(run)
    expect(watched.left({ maxCost: '2' }).usedUp).toBe('--max-cost')
  })
})
