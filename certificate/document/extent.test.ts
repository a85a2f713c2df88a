import { describe, expect, it } from 'vitest'
import { skip } from '../../runner/judging/verdict.ts'
import type { CheckReport, Report } from '../../runner/report/report.ts'
import { certifiableReport } from '../certificates-for-tests.ts'
import { reductionsOf } from './extent.ts'

const whole = certifiableReport()
const withBudget = (budget: Partial<Report['budget']>): Report => ({ ...whole, budget: { ...whole.budget, ...budget } })
const more = (check: Partial<CheckReport>): Report => ({
  ...whole,
  checks: [...whole.checks, { ...whole.checks[0]!, id: 'auth.one-more', ...check } as CheckReport],
})

describe('a run is reduced', () => {
  it.each<[why: string, report: Report, reason: RegExp]>([
    ['checks ran out of time', more({ leftOut: 'for want of time' }), /^1 of \d+ checks ran out of time/],
    [
      'a user limit kept a check from running',
      more(skip('limit', { kind: 'limit', options: ['--max-jobs'] })),
      /^1 of \d+ checks did not run: auth\.one-more$/,
    ],
    ['the server put requests off', more(skip('later', { kind: 'put off' })), /did not run/],
    ['requests went one at a time', withBudget({ parallel: 1 }), /at most 1 \(a full run: 4 or more\)/],
    ['resolutions were limited', withBudget({ maxResolution: '480p' }), /^--max-resolution 480p limited/],
    ['durations were limited', withBudget({ maxDuration: 5 }), /^--max-duration 5 limited/],
  ])('where %s', (_, report, reason) => {
    expect(reductionsOf(report)).toEqual([expect.stringMatching(reason)])
  })
})

describe('a run is full', () => {
  it('where each check ran with requests in parallel', () => {
    expect(reductionsOf(whole)).toEqual([])
  })

  it('where the server gave a check no case', () => {
    expect(reductionsOf(more(skip('none', { kind: 'no case' })))).toEqual([])
    expect(reductionsOf(more(skip('none', { kind: 'not seen' })))).toEqual([])
  })
})
