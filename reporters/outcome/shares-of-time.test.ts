import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Began, HistoryEntry } from '../../runner/history/entry/entries.ts'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { answered, BEGAN } from '../../runner/judging/handwritten-for-tests.ts'
import { passed, sampleReport } from '../../runner/report/sample-report-for-tests.ts'
import { recordOf } from '../hostile-run-for-tests.ts'
import { sharesOfTime } from './shares-of-time.ts'

const A = 'auth.check-of-unknown-key'
const B = 'paths.check-of-odd-id'
const report = (seconds: number) => sampleReport({ 'auth.unknown-key': passed, 'paths.odd-id': passed }, { seconds })

const sent = (by: string, at: number, ms: number, more: Partial<Exchange['purpose']> = {}): Exchange => ({
  ...answered(200, { by, ...more }),
  at,
  ms,
})

function shared(seconds: number, ...entries: HistoryEntry[]) {
  const shares = sharesOfTime(recordOf(report(seconds), entries))
  return [shares.of(A), shares.of(B), shares.rest]
}

describe('the time of a run', () => {
  it('belongs to the check that something was sent for, and to the run where nothing was', () => {
    expect(shared(1, sent(A, 100, 200), sent('introduction', 400, 50), sent(B, 500, 30))).toEqual([200, 30, 770])
  })

  it('is shared evenly by what goes on at once', () => {
    expect(shared(1, sent(A, 0, 300), sent(B, 200, 300))).toEqual([250, 250, 500])
  })

  it('is shared by the checks of a phase', () => {
    const planned = [A, B].map((id) => ({ id, phases: ['both'] }))
    expect(shared(1, { ...BEGAN, planned } as Began, sent('both', 0, 301))).toEqual([151, 150, 699])
  })

  it('of a poll belongs to whoever submitted the job, and of a wait to whoever was told to wait', () => {
    const submission = sent(A, 0, 100)
    const wait = { kind: 'waited', by: B, at: 400, ms: 300, why: '429' } as const
    expect(shared(1, submission, sent('jobs', 200, 100, { job: submission.n }), wait)).toEqual([200, 300, 500])
  })

  it('adds up, whatever went on', () => {
    const ms = () => fc.double({ min: -5, max: 2000, noNaN: true })
    const spell = fc.record({ by: fc.constantFrom(A, B, 'jobs', 'nobody'), at: ms(), ms: ms() })
    fc.assert(
      fc.property(fc.array(spell, { maxLength: 40 }), fc.nat(2000), (spells, total) => {
        const shares = shared(total / 1000, ...spells.map(({ by, at, ms }) => sent(by, at, ms)))
        expect(shares.reduce((sum, each) => sum + each)).toBe(total)
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
      }),
      { seed: 1 },
    )
  })
})
