import { expect, it } from 'vitest'
import { fullReport } from '../../../reporters/outcome/sample-report-for-tests.ts'
import { againstReport } from './against-report.ts'

const text = `${JSON.stringify(fullReport, null, 2)}\n`
const problems = (told: string) => againstReport(told, text, fullReport)

it('accepts the report that the history gives, and names a differing field', () => {
  expect(problems(text)).toEqual([])
  expect(problems(text.replace('"verdict": "fail"', '"verdict": "pass"'))).toMatchObject([
    { what: 'report-differs', where: 'report.json: verdict', found: '"pass"' },
  ])
})

it.each([
  ['a second entry', text.replace('"clauses": [', '"clauses": [{"id":"auth.unknown-key","verdict":"pass"},')],
  ['a duplicate member', text.replace('{', '{"schema":1,')],
  ['null', 'null'],
  ['a list of null', '{"clauses":[null]}'],
  ['text behind it', `${text}x`],
  ['no text', ''],
])('refuses a report with %s', (_, told) => {
  expect(problems(told).map(({ what }) => what)).toContain('report-differs')
})
