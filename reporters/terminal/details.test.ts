import { expect, test } from 'vitest'
import { fail, inconclusive } from '../../engine/judge/verdict.ts'
import { hostileRun } from '../hostile-run-for-tests.ts'
import { fullReport, HOSTILE, passed, sampleReport } from '../outcome/sample-report-for-tests.ts'
import { terminalReport } from './terminal.ts'
import { render, shown } from './terminal-for-tests.ts'

test('a quiet report has only the failures and the last line', () => {
  expect(render(sampleReport({ 'auth.header-required': passed }), { quiet: true })).toBe(
    'PASS  1 must and 0 should clauses passed\n',
  )
  expect(render(fullReport, { quiet: true })).toMatch(/^FAIL {2}auth.unknown-key[\s\S]*\n\nFAIL.*\n$/)
})

test('contains no control sequences of a server, and is limited in length', () => {
  const violation = { case: HOSTILE, expected: HOSTILE, received: 'x'.repeat(1_000_000) + HOSTILE, evidence: [1] }
  const report = sampleReport(
    {
      'auth.unknown-key': fail([violation, { ...violation, case: `other ${HOSTILE}` }], 2),
      'jobs.running-has-a-stage': inconclusive(HOSTILE.repeat(9999)),
      'paths.odd-id': inconclusive(''),
    },
    {
      open: [{ id: 'id.form', choice: HOSTILE, values: [HOSTILE], evidence: [], inconsistent: HOSTILE }],
      faults: [HOSTILE],
      videos: hostileRun(HOSTILE).report.videos.slice(0, 9),
      network: [{ kind: HOSTILE, count: 1 }],
      target: { baseUrl: 'https://a.example/v1' },
      exit: 2,
      reason: HOSTILE,
    },
  )
  const request = {
    method: 'POST',
    path: `/v1/${encodeURIComponent('x')}`,
    headers: [['X-Odd', HOSTILE] as const],
    body: HOSTILE,
  }
  const record = { ...shown(report, request), historyPath: `o\u001b[2J` }
  const text = terminalReport(record, { color: false, width: 80, verbose: true })
  expect(terminalReport(record, { color: false, width: 80 })).not.toMatch(
    /(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/u,
  )
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/u)
  expect(text).toContain('\\u001b[2J')
  expect(text.length).toBeLessThan(20_000)
})
