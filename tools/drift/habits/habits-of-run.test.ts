import { expect, it } from 'vitest'
import { recordingOf } from '../../../engine/history/recording.ts'
import { fail, inconclusive, pass, skip } from '../../../engine/judge/verdict.ts'
import { sampleReport } from '../../../reporters/outcome/sample-report-for-tests.ts'
import { HELD_SO_FAR, habitsOf } from './habits-of-run.ts'

type Report = ReturnType<typeof sampleReport>

function verdictsOf(report: Report): Record<string, string> {
  const habits = [...habitsOf({ report, entries: recordingOf([]) }).habits.values()]
  return Object.fromEntries(
    habits
      .filter(({ aspect }) => aspect === 'verdict')
      .map(({ where, tally }) => [where.clause, [...tally.keys()].join()]),
  )
}

it('records decisive verdicts, and a partly tested clause as passed so far', () => {
  const report = sampleReport({
    'auth.revoked-key': pass(1, [1]),
    'auth.unknown-key': fail([{ case: 'a key', expected: '401', received: '200', evidence: [2] }], 1),
    'auth.header-form': inconclusive('the server did not answer'),
    'auth.scheme-is-bearer': skip('no key'),
  } as Parameters<typeof sampleReport>[0])
  const own = report.checks.find(({ clause }) => clause === 'auth.revoked-key')!
  const checks = [...report.checks, { ...own, id: 'one-part', clause: 'auth.scheme-is-bearer' as const }]
  const decided = { 'auth.revoked-key': 'pass', 'auth.unknown-key': 'fail' }
  expect(verdictsOf(report)).toEqual(decided)
  expect(verdictsOf({ ...report, checks })).toEqual({ ...decided, 'auth.scheme-is-bearer': HELD_SO_FAR })
})
