import { expect, it } from 'vitest'
import { sampleReport } from './sample-report-for-tests.ts'
import { leftOutInWords, spentInWords } from './spent.ts'

const costing = (cost: NonNullable<ReturnType<typeof sampleReport>['budget']['cost']>) => {
  const report = sampleReport({})
  return { ...report, budget: { ...report.budget, cost } }
}

it('shows the cost as an upper limit if there is a price list', () => {
  expect(spentInWords(costing({ unit: 'EUR', atMost: '3.75' }))).toContain('at most 3.75 EUR')
  expect(spentInWords(costing({ unit: 'EUR', atMost: '3.75', maxCost: '20' }))).toContain('at most 3.75 of 20 EUR')
  expect(spentInWords(sampleReport({})).join()).not.toContain('at most')
})

it('says what clauses beyond the budget need', () => {
  const cause = { kind: 'limit', options: ['--max-jobs'] } as const
  const report = sampleReport({
    'submission.image-accepted': {
      verdict: 'skip',
      reason: 'not sent',
      cause: { ...cause, options: [...cause.options] },
    },
  })
  const leftOut = {
    jobs: 34,
    videoSeconds: 289.5,
    requests: 0,
    cost: { unit: 'EUR', amount: '14.5' },
    enough: { maxJobs: 50 },
  }
  expect(leftOutInWords({ ...report, budget: { ...report.budget, leftOut } })).toBe(
    'not tested, beyond the budget: 1 clause; it needs 34 more jobs with 290 s of video (14.5 EUR): --max-jobs 50',
  )
  expect(leftOutInWords(report)).toBeUndefined()
})
