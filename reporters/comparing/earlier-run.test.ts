import { expect, test } from 'vitest'
import { skip } from '../../runner/judging/verdict.ts'
import { brokenAt, passed, sampleReport } from '../../runner/report/sample-report-for-tests.ts'
import { recordOf } from '../hostile-run-for-tests.ts'
import { htmlReport } from '../html/page.ts'
import { terminalReport } from '../terminal/terminal.ts'
import { shown } from '../terminal/terminal-for-tests.ts'
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
const COUNTS = '1 new, 1 failing but not tested before, 1 fixed, 1 still failing, 1 failing before but not tested now'

test('counts new, fixed and remaining failures, and those that only one of the runs tested', () => {
  const compared = comparisonOf({ report, earlier })!
  expect(compared).toMatchObject({ news: ['auth.comes-first'], fixed: ['auth.unknown-key'] })
  expect(countsInWords(compared)).toBe(COUNTS)
  expect(countsInWords(comparisonOf({ report: earlier, earlier })!)).toBe('3 still failing')
})

test('says that neither run failed', () => {
  const good = sampleReport({ 'auth.header-required': passed })
  expect(countsInWords(comparisonOf({ report: good, earlier: good })!)).toBe('no failure in either run')
})

test('compares nothing without an earlier run, or if one of the runs tested nothing', () => {
  const empty = sampleReport({ 'auth.header-required': skip('it ended') })
  expect(comparisonOf({ report })).toBeUndefined()
  expect(comparisonOf({ report, earlier: empty })).toBeUndefined()
  expect(comparisonOf({ report: empty, earlier })).toBeUndefined()
})

test('stands on the first screen of terminal and page, with the names of what is new and what is fixed', () => {
  const text = terminalReport({ ...shown(report), earlier }, { color: false, width: 200 })
  const [, second, third] = text.split('\n')
  expect(second).toMatch(/^Compared with the run of \d{4}-\d\d-\d\d \d\d:\d\d UTC: /)
  expect(second).toContain(COUNTS)
  expect(third).toBe('  new: auth.comes-first; fixed: auth.unknown-key')
  const page = htmlReport({ ...recordOf(report, []), earlier })
  const [, firstScreen] = /<header class="verdict[^>]*>(.*?)<\/header>/s.exec(page)!
  expect(firstScreen).toContain(`<b>${COUNTS}</b>`)
  expect(firstScreen).toContain('New: <a href="#row-auth.comes-first">auth.comes-first</a>')
})
