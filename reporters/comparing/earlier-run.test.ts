import { expect, test } from 'vitest'
import { skip } from '../../engine/judge/verdict.ts'
import { brokenAt, passed, sampleReport } from '../outcome/sample-report-for-tests.ts'
import { comparisonOf, countsInWords } from './earlier-run.ts'

const broken = brokenAt('a')
const earlier = sampleReport({
  'auth.header-required': broken,
  'auth.unknown-key': broken,
  'auth.comes-first': passed,
  'auth.revoked-key': skip('no key'),
  'paths.version-once': broken,
})
const report = sampleReport({
  'auth.header-required': broken,
  'auth.unknown-key': passed,
  'auth.comes-first': broken,
  'auth.revoked-key': broken,
})
const COUNTS = '1 new, 1 failing, not tested before, 1 fixed, 1 failure unchanged, 1 failed before, not tested now'

test('counts new, fixed and remaining failures, and those that only one of the runs tested', () => {
  const compared = comparisonOf({ report, earlier })!
  expect(compared).toMatchObject({ news: ['auth.comes-first'], fixed: ['auth.unknown-key'] })
  expect(countsInWords(compared)).toBe(COUNTS)
  expect(countsInWords(comparisonOf({ report: earlier, earlier })!)).toBe('3 failures unchanged')
})
