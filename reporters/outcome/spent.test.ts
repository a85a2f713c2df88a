import { expect, it } from 'vitest'
import { sampleReport } from './sample-report-for-tests.ts'
import { spentInWords } from './spent.ts'

const costing = (cost: NonNullable<ReturnType<typeof sampleReport>['budget']['cost']>) => {
  const report = sampleReport({})
  return { ...report, budget: { ...report.budget, cost } }
}

it('shows the cost as an upper limit if there is a price list', () => {
  expect(spentInWords(costing({ unit: 'EUR', atMost: '3.75' }))).toContain('at most 3.75 EUR')
  expect(spentInWords(costing({ unit: 'EUR', atMost: '3.75', maxCost: '20' }))).toContain('at most 3.75 of 20 EUR')
  expect(spentInWords(sampleReport({})).join()).not.toContain('at most')
})
