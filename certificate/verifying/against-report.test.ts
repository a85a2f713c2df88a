import { describe, expect, it } from 'vitest'
import { fullReport } from '../../runner/report/sample-report-for-tests.ts'
import { againstReport } from './against-report.ts'

const text = `${JSON.stringify(fullReport, null, 2)}\n`
const problems = (told: string) => againstReport(told, text, fullReport)

describe('the report beside a recorded run', () => {
  it('is the one that the history gives', () => {
    expect(problems(text)).toEqual([])
  })

  it('is named where it says something else', () => {
    const [problem, ...others] = problems(text.replace('"verdict": "fail"', '"verdict": "pass"'))
    expect(problem).toMatchObject({ what: 'report-differs', where: 'report.json: verdict', found: '"pass"' })
    expect(others).toEqual([])
  })

  it.each([
    [
      'a second, contradicting entry',
      text.replace('"clauses": [', '"clauses": [{"id":"auth.unknown-key","verdict":"pass"},'),
    ],
    ['a member twice', text.replace('{', '{"schema":1,')],
    ['nothing but null', 'null'],
    ['another form', '{"clauses":5}'],
    ['a list of nothing', '{"clauses":[null]}'],
    ['spaces behind it', `${text}  `],
    ['something behind it', `${text}x`],
    ['no text at all', ''],
  ])('is found out with %s', (_, told) => {
    expect(problems(told)).not.toEqual([])
    for (const { what } of problems(told)) expect(what).toBe('report-differs')
  })
})
