import { describe, expect, test } from 'vitest'
import { inconclusive, skip } from '../../engine/judge/verdict.ts'
import { CLAUSES } from '../../spec/clauses.ts'
import type { Report } from '../outcome/report.ts'
import { brokenAt, fullReport, passed, sampleReport } from '../outcome/sample-report-for-tests.ts'
import { render } from './terminal-for-tests.ts'

const lastLine = (report: Report) => render(report).trimEnd().split('\n').at(-1)

const UNKNOWN_KEY_BROKEN = { 'auth.unknown-key': brokenAt('GET /models') }

describe('the last line', () => {
  test('says that nothing failed, and how much passed and was not judged', () => {
    const report = sampleReport({
      'auth.header-required': passed,
      'paths.unknown-path': passed,
      'auth.revoked-key': skip('no key'),
    })
    expect(lastLine(report)).toBe('PASS  1 must and 1 should clauses passed; 1 not tested')
  })

  test('names the failed clauses', () => {
    expect(lastLine(fullReport)).toBe(
      'FAIL  1 must clause failed: auth.unknown-key; 1 should clause failed (warning): paths.unknown-path',
    )
  })

  test('gives the reason for a missing verdict', () => {
    const reason = 'the key in GATECHECK_KEY was not accepted'
    expect(lastLine(sampleReport({}, { verdict: 'inconclusive', exit: 2, reason }))).toBe(`NO VERDICT  ${reason}`)
  })

  test('reports an internal error, and distinguishes an interrupted run from a complete one', () => {
    expect(lastLine(sampleReport(UNKNOWN_KEY_BROKEN, { exit: 70, faults: ['x'] }))).toMatch(
      /^FAULT {2}internal errors of the suite in 1 place, .*1 must clause failed/,
    )
    expect(lastLine(sampleReport({}, { exit: 130, reason: 'the run was interrupted' }))).toMatch(
      /^INTERRUPTED {2}the run was interrupted; results so far: \d+ must/,
    )
  })
})

test('a failure found with its own seed has a command that repeats its requests', () => {
  expect(render(fullReport)).toContain('seed 42 (repeat: --seed 42)')
  expect(render({ ...fullReport, seed: 1 })).toContain('seed 1\n')
})

describe('a broken clause', () => {
  test('shows its rule, expected and received values, the exchange and the command to repeat it', () => {
    expect(render(fullReport, { verbose: true })).toContain(
      `FAIL  auth.unknown-key  §5.2, must
      A request with a well-formed but unknown key returns 401.
      case      a key that was never issued, GET /models
      expected  401
      received  200 {"object":"list"}
      and       1 more case: a key that was never issued, GET /usage
      fix       Look up the hash of the key in the table of issued keys, refuse keys without a
                match, and remove any bypass for development.
      also      paths.unknown-path (warning)
      see       npx gatecheck show 2; exchanges 1, 2, 3
      curl -i 'https://api.example.com/v1/models' -H 'Authorization: Bearer cl_0000000000000000000000' -H User-Agent: -H Accept:
`,
    )
  })
})

describe('what is short', () => {
  const BROKEN = brokenAt(`case ${'of many words '.repeat(30)}`)
  const broken = (count: number) =>
    sampleReport(Object.fromEntries(CLAUSES.slice(0, count).map(({ id }) => [id, BROKEN])), {
      exit: 1,
      verdict: 'fail',
    })

  test.each([60, 80, 100])('fits 60 lines with any number of failures at width %s, the most severe last', (width) => {
    const reasons = Object.fromEntries(
      CLAUSES.slice(40, 60).map(({ id }, index) => [id, inconclusive(`${index} ${'of many words '.repeat(30)}`)]),
    )
    for (const count of [1, 5, 8, 40]) {
      const failed = Object.fromEntries(broken(count).clauses.map(({ id }) => [id, BROKEN]))
      const report = sampleReport({ ...failed, ...reasons }, { exit: 1, verdict: 'fail' })
      const lines = render(report, { width, reports: ['.gatecheck/report.html'] })
        .trimEnd()
        .split('\n')
      const onScreen = lines.reduce((sum, line) => sum + Math.ceil(Math.max(1, line.length) / width), 0)
      expect(onScreen).toBeLessThanOrEqual(60)
      expect(lines.at(-1)).toMatch(/^FAIL {2}\d+ must/)
      const heads = lines.slice(0, -1).flatMap((line) => /^(FAIL|WARN) {2}/.exec(line)?.[1] ?? [])
      expect(heads.length).toBeGreaterThan(0)
      expect(heads).toEqual(heads.toSorted().toReversed())
      const must = report.clauses.filter(({ verdict, level }) => verdict === 'fail' && level === 'must')
      expect(must.filter(({ id }) => !lines.some((line) => line.includes(id)))).toEqual([])
    }
  })
})
