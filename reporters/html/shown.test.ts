import { expect, it } from 'vitest'
import { recordingOf } from '../../engine/history/recording.ts'
import { answered } from '../../engine/judge/handwritten-for-tests.ts'
import type { ClauseReport } from '../outcome/report.ts'
import { sampleReport } from '../outcome/sample-report-for-tests.ts'
import { MOST_CHARACTERS, MOST_EXCHANGES, MOST_OF_A_CLAUSE, pageOf } from './shown.ts'

/** Number of exchanges on a page, for a number of clauses, failures per clause, and length of responses. */
function held(clauses: number, ofEach: number, length = 10): number {
  const numbers = Array.from({ length: clauses * ofEach }, (_, nth) => nth + 1)
  const entries = numbers.map((n) => ({ ...answered(200, { body: 'x'.repeat(length) }), n }))
  const broken = Array.from({ length: clauses }, (_, nth): ClauseReport => {
    const own = numbers.slice(nth * ofEach, (nth + 1) * ofEach)
    const violations = own.map((n) => ({ case: `${n}`, expected: '', received: '', evidence: [n] }))
    return { ...sampleReport({}).clauses[0]!, verdict: 'fail', violations, evidence: [] }
  })
  const report = { ...sampleReport({}), clauses: broken, open: [] }
  return pageOf({ report, history: recordingOf(entries) }).held.size
}

it('a page has a few exchanges of each failed clause, up to a limit', () => {
  expect(held(1, 100)).toBe(MOST_OF_A_CLAUSE)
  expect(held(100, 5)).toBe(MOST_EXCHANGES)
})

it('a page has fewer exchanges if they are long', () => {
  const length = 3000
  const most = MOST_CHARACTERS / length
  expect(held(100, 5, length)).toBeLessThanOrEqual(most + 1)
  expect(held(100, 5, length)).toBeGreaterThan(most / 2)
})
