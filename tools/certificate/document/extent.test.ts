import { expect, it } from 'vitest'
import { skip } from '../../../engine/judge/verdict.ts'
import type { CheckReport, Report } from '../../../reporters/outcome/report.ts'
import { certifiableReport } from '../certificates-for-tests.ts'
import { reductionsOf } from './extent.ts'

const whole = certifiableReport()
const withBudget = (budget: Partial<Report['budget']>): Report => ({ ...whole, budget: { ...whole.budget, ...budget } })
const more = (check: Partial<CheckReport>): Report => ({
  ...whole,
  checks: [...whole.checks, { ...whole.checks[0]!, id: 'auth.one-more', ...check } as CheckReport],
})

const limited = skip('limit', { kind: 'limit', options: ['--max-jobs'] })

it.each<[why: string, report: Report, reason: RegExp]>([
  ['checks ran out of time', more({ leftOut: 'for want of time' }), /^1 of \d+ checks ran out of time/],
  ['a user limit skipped a check', more(limited), /^1 of \d+ checks did not run: auth\.one-more$/],
  ['requests went one at a time', withBudget({ parallel: 1 }), /at most 1 \(a full run: 4 or more\)/],
  ['resolutions were limited', withBudget({ maxResolution: '480p' }), /^--max-resolution 480p limited/],
  ['durations were limited', withBudget({ maxDuration: 5 }), /^--max-duration 5 limited/],
])('is reduced if %s', (_, report, reason) => {
  expect(reductionsOf(report)).toEqual([expect.stringMatching(reason)])
})

it('is full if each check ran in parallel or had no case', () => {
  expect(reductionsOf(whole)).toEqual([])
  expect(reductionsOf(more(skip('none', { kind: 'no case' })))).toEqual([])
})
