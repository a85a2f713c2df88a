import { describe, expect, test } from 'vitest'
import { inconclusive, skip } from '../../runner/judging/verdict.ts'
import { NO_CHECK, type Report } from '../../runner/report/report.ts'
import { brokenAt, fullReport, passed, sampleReport } from '../../runner/report/sample-report-for-tests.ts'
import { CLAUSES } from '../../spec/clauses.ts'
import { terminalReport } from './terminal.ts'
import { render, shown } from './terminal-for-tests.ts'

const lastLine = (report: Report) => render(report).trimEnd().split('\n').at(-1)

const UNKNOWN_KEY_BROKEN = { 'auth.unknown-key': brokenAt('GET /models') }

describe('the last line', () => {
  test('says that nothing is broken, how much holds and how much was not judged', () => {
    const report = sampleReport({
      'auth.header-required': passed,
      'paths.unknown-path': passed,
      'auth.revoked-key': skip('no key'),
    })
    expect(lastLine(report)).toBe('PASS  nothing broken: 1 must and 1 should clauses hold, 1 not judged')
  })

  test('says which checks had no time for more than the plain cases', () => {
    const report = sampleReport({
      'auth.header-required': { ...passed, leftOut: 'for want of time' },
      'paths.unknown-path': passed,
    })
    expect(lastLine(report)).toContain(
      '; for want of time, 1 check has tried the plain cases alone: auth.check-of-header-required',
    )
  })

  test('names what is broken', () => {
    expect(lastLine(fullReport)).toBe(
      'FAIL  1 must clause is broken: auth.unknown-key; 1 should clause is broken, a warning: paths.unknown-path',
    )
  })

  test('passes a run with warnings, and says so', () => {
    const report = sampleReport({ 'auth.header-required': passed, 'paths.unknown-path': brokenAt('GET /nowhere') })
    expect(lastLine(report)).toBe(
      'PASS  nothing broken: 1 must and 0 should clauses hold, 0 not judged; 1 should clause is broken, a warning: paths.unknown-path',
    )
  })

  test('fails a strict run for a should clause', () => {
    const report = sampleReport(
      { 'paths.unknown-path': brokenAt('GET /nowhere') },
      { strict: true, verdict: 'fail', exit: 1 },
    )
    expect(lastLine(report)).toBe('FAIL  1 should clause is broken: paths.unknown-path')
    expect(render(report)).toContain('FAIL  paths.unknown-path  §7, should')
  })

  test('gives the reason where there is no verdict', () => {
    const reason = 'the key in GATECHECK_KEY was not accepted'
    expect(lastLine(sampleReport({}, { verdict: 'inconclusive', exit: 2, reason }))).toBe(`NO VERDICT  ${reason}`)
  })

  test('owns up to a fault of the suite, and tells an interrupted run from a whole one', () => {
    expect(lastLine(sampleReport(UNKNOWN_KEY_BROKEN, { exit: 70, faults: ['x'] }))).toMatch(
      /^FAULT {2}the suite itself failed in 1 place, .*1 must clause is broken/,
    )
    expect(lastLine(sampleReport({}, { exit: 130, reason: 'the run was interrupted' }))).toMatch(
      /^INTERRUPTED {2}the run was interrupted; until then: nothing broken/,
    )
  })
})

describe('a broken clause', () => {
  test('shows its rule, what was expected and received, where to look and how to try it again', () => {
    expect(render(fullReport, { verbose: true })).toContain(
      `FAIL  auth.unknown-key  §5.2, must
      A well-formed key that was never issued is answered 401.
      case      a key that was never issued, GET /models
      expected  401
      received  200 {"object":"list"}
      and       1 further case: a key that was never issued, GET /usage
      see       gatecheck show 2; exchanges 1, 2, 3
      curl -i 'https://api.example.com/v1/models' -H 'Authorization: Bearer cl_0000000000000000000000' -H User-Agent: -H Accept:
`,
    )
    expect(render(fullReport)).toContain('WARN  paths.unknown-path  §7, should\n')
  })

  test('counts all its cases and names three, although the verdict holds no more than twenty', () => {
    const cases = Array.from({ length: 31 }, (_, index) => `case ${index + 1}`)
    const text = render(sampleReport({ 'auth.unknown-key': brokenAt(...cases) }, { exit: 1, verdict: 'fail' }))
    expect(text).toContain('and       30 further cases: case 2; case 3; case 4 …')
    expect(text).toContain('see       gatecheck show 2; exchanges 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 … (32 of them)')
    expect(text).not.toContain('more like it')
  })

  test('shows no curl line for an exchange that is not at hand', () => {
    expect(
      terminalReport({ report: fullReport, history: { exchange: () => undefined } }, { color: false, width: 100 }),
    ).not.toContain('curl')
  })

  test('names the history of this run where a body is too long to show', () => {
    const long = { method: 'POST', path: '/v1/videos', headers: [], body: 'x'.repeat(1_000_000) }
    const record = { ...shown(fullReport, long), historyPath: 'my run/history.jsonl' }
    const text = terminalReport(record, { color: false, width: 100, verbose: true })
    expect(text).toContain(`'my run/history.jsonl'`)
    expect(text.length).toBeLessThan(10_000)
  })
})

describe('what is short', () => {
  const BROKEN = brokenAt(`case ${'of many words '.repeat(30)}`)
  const broken = (count: number) =>
    sampleReport(Object.fromEntries(CLAUSES.slice(0, count).map(({ id }) => [id, BROKEN])), {
      exit: 1,
      verdict: 'fail',
    })

  test('counts the passed clauses of each group in a line', () => {
    const report = sampleReport({
      'auth.header-required': passed,
      'auth.unknown-key': skip('no key'),
      'paths.version-once': passed,
      'paths.unknown-path': passed,
    })
    expect(render(report)).toContain('\n✔ passed: auth 1 of 2, paths 2\n')
  })

  test('gives each reason before its clauses, and what the profile leaves out in one line', () => {
    const leftOut = (least: 'standard' | 'full') => skip(`--profile ${least}`, { kind: 'profile', least })
    const report = sampleReport({
      'auth.header-required': passed,
      'auth.unknown-key': inconclusive('it ended'),
      'jobs.running-has-a-stage': inconclusive('it ended'),
      'auth.revoked-key': skip('it needs a revoked key'),
      'paths.odd-id': leftOut('standard'),
      'paths.version-once': leftOut('full'),
      'media.resolution': NO_CHECK,
    })
    expect(render(report)).toContain(`
? it ended (auth.unknown-key, jobs.running-has-a-stage)
– it needs a revoked key (auth.revoked-key)
– this version has no check for it (media.resolution)
– not in the profile standard, but in --profile full (paths.odd-id, paths.version-once)
`)
  })

  test.each([60, 80, 100])(
    'keeps the reason, and counts the clauses if their names do not fit, at width %s',
    (width) => {
      const why = skip('it needs a key of another account (GATECHECK_OTHER_ACCOUNT_KEY)')
      const ids = [
        'accounts.other-account-sees-404',
        'accounts.foreign-and-unknown-look-alike',
        'accounts.near-id-is-no-job',
      ]
      const report = sampleReport(Object.fromEntries(ids.map((id) => [id, why])))
      const text = render(report, { width }).replace(/\s+/g, ' ')
      expect(text).toContain('– it needs a key of another account (GATECHECK_OTHER_ACCOUNT_KEY) (3 clauses)')
    },
  )

  test('tells no reason twice: where there is no target, the last line says why', () => {
    const why = inconclusive('nobody is there', [], { kind: 'no target' })
    const report = sampleReport(
      { 'auth.header-required': why, 'paths.version-once': why },
      { verdict: 'inconclusive', exit: 2, reason: 'nobody is there' },
    )
    const text = render(report, { reports: ['.gatecheck/report.json'] })
    expect(text.match(/nobody is there/g)).toHaveLength(1)
    expect(text.split('\n').filter(Boolean).length).toBeLessThanOrEqual(5)
  })

  test('counts choices, and names those that waver', () => {
    expect(render(fullReport)).toMatch(
      /· \d+ implementation choices? observed; inconsistent: .* \(details: --verbose\)/,
    )
  })

  test.each([60, 80, 100])('fits 60 lines with any number of failures at width %s, the gravest last', (width) => {
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
      const heads = lines.filter((line) => /^(FAIL|WARN) {2}\S+\.\S+ {2}§/.test(line)).map((line) => line.slice(0, 4))
      expect(heads.length).toBeGreaterThan(0)
      expect(heads).toEqual(heads.toSorted().toReversed())
    }
  })

  test('lists failures that do not fit in detail, each with an exchange that shows it', () => {
    const text = render(broken(12))
    const detailed = text.match(/^FAIL {2}\S+\.\S+ {2}§/gm)!.length
    expect(text).toContain(`And ${12 - detailed} more; "gatecheck show N" shows an exchange:\n`)
    for (const { id } of CLAUSES.slice(detailed, detailed + 6))
      expect(text).toContain(`  FAIL  ${id}  exchange 2: expected `)
    for (const { id } of CLAUSES.slice(detailed + 6, 12))
      expect(text.replace(/\s+/g, ' ')).toContain(`${id} (FAIL, exchange 2)`)
    expect(render(broken(12), { verbose: true }).match(/^FAIL {2}\S+\.\S+ {2}§/gm)).toHaveLength(12)
  })

  test('shows first in detail what most exchanges fail', () => {
    const all = broken(12)
    const clauses = all.clauses.map((clause, index) => ({
      ...clause,
      violations: Array.from({ length: index + 1 }, (_, n) => ({
        expected: 'a',
        received: 'b',
        evidence: [100 * index + n],
      })),
    }))
    const [last] = render({ ...all, clauses })
      .match(/^FAIL {2}\S+\.\S+ {2}§/gm)!
      .slice(-1)
    expect(last).toContain(clauses.at(-1)!.id)
  })

  test('leads to the folder of the run where that is not the usual one', () => {
    expect(render(fullReport, { folder: 'my runs/today' })).toContain(`gatecheck show 2 'my runs/today'; exchanges`)
  })
})

describe('the table', () => {
  const table = (report: Report) => render(report, { verbose: true })
  test('has a line for each clause where they differ, and one for all where they do not', () => {
    const text = table(fullReport)
    expect(text).toContain('auth\n  ✔ auth.header-required  §5.2   A request without')
    expect(text).toMatch(/^ {2}✘ auth.unknown-key/m)
    expect(text).toMatch(/^ {2}– auth.revoked-key .* it needs a revoked key/m)
    expect(text).toMatch(/^ {2}! paths.unknown-path/m)
    expect(text).toMatch(/^\? jobs {2}1 clause inconclusive: the run ended first$/m)
    expect(table(sampleReport({ 'paths.version-once': passed, 'paths.version-present': passed }))).toContain(
      '✔ paths  2 clauses hold\n',
    )
  })

  test('counts the clauses that no check serves in one line, and lists them nowhere else', () => {
    const text = table(fullReport)
    expect(text).toContain('– 1 further clause has no check in this version\n')
    expect(text).not.toContain('media.resolution')
  })
})
