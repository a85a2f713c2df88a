import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JUNIT_WARNINGS } from '../../engine/config/options.ts'
import { fail, inconclusive, skip } from '../../engine/judge/verdict.ts'
import { RUNS, recordOf } from '../hostile-run-for-tests.ts'
import { brokenAt, fullReport, HOSTILE, passed, sampleReport, withFaultAt } from '../outcome/sample-report-for-tests.ts'
import type { Manner } from '../reporter.ts'
import { junitReport } from './junit.ts'
import { faultInXml, jenkinsOn, xmllintIsHere } from './xml-for-tests.ts'

const hostile = sampleReport(
  {
    'auth.header-required': fail(
      [{ case: HOSTILE, expected: HOSTILE, received: HOSTILE.repeat(5000), evidence: [2] }],
      1,
    ),
    'auth.unknown-key': inconclusive(HOSTILE),
    'auth.revoked-key': { ...passed, remark: HOSTILE } as typeof passed,
  },
  {
    faults: [`auth.check-of-unknown-key: ${HOSTILE}`, HOSTILE],
    verdict: 'inconclusive',
    exit: 130,
    reason: HOSTILE,
    target: { baseUrl: 'https://a.example/v1' },
  },
)

const reports = { full: fullReport, hostile, empty: sampleReport({}) }
const render = (report: typeof fullReport, manner?: Manner) => junitReport(recordOf(report), manner)

const timesOf = (xml: string, elements: string) =>
  [...xml.matchAll(new RegExp(`<${elements} [^>]*? time="([0-9.]+)"`, 'g'))].map(([, time]) =>
    Math.round(Number(time) * 1000),
  )
const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0)

describe('the JUnit report', () => {
  test('is well formed with any text of a server', () => {
    for (const report of Object.values(reports)) expect(faultInXml(render(report))).toBeUndefined()
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const report = sampleReport(
          { 'auth.header-required': brokenAt(text), 'auth.revoked-key': skip(text) },
          { faults: [text] },
        )
        expect(faultInXml(render(report))).toBeUndefined()
      }),
      { numRuns: 50, seed: 1 },
    )
  })

  test.skipIf(!xmllintIsHere)(
    `is valid to Jenkins' schema${xmllintIsHere ? '' : ' (SKIPPED: xmllint is not installed, see libxml2-utils)'}`,
    () => {
      const manners = JUNIT_WARNINGS.map((junitWarnings) => ({ junitWarnings }))
      for (const input of Object.values(reports).flatMap((report) => manners.map((manner) => render(report, manner)))) {
        const { status, stderr } = jenkinsOn(input)
        expect(stderr.toString()).toBe('- validates\n')
        expect(status).toBe(0)
      }
    },
  )

  test('contains no control characters', () => {
    const xml = render(hostile)
    expect(xml).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/u)
    expect(xml).not.toContain(']]>')
    expect(xml).toContain('left\\u202etfel')
    expect(xml.length).toBeLessThan(40_000)
  })

  test('distinguishes failure, warning, inconclusive and skip', () => {
    const xml = render(fullReport)
    expect(xml.match(/<failure /g)).toHaveLength(1)
    expect(xml).toMatch(/<failure message="auth.unknown-key \(§5.2\): expected 401, received 200 [^"]*" type="must">/)
    expect(xml).toContain('<system-out>warning: paths.unknown-path (should, §7)')
    expect(xml).toContain('<skipped>inconclusive: the run ended first</skipped>')
    expect(xml).toContain('<skipped>skip: set GATECHECK_REVOKED_KEY (a revoked key) to test this</skipped>')
  })

  test('fails a should clause of a strict run', () => {
    const xml = render({ ...fullReport, strict: true })
    expect(xml).toContain('type="should"')
    expect(xml.match(/<failure /g)).toHaveLength(2)
  })

  test.each([
    ['pass', '<system-out>warning: paths.unknown-path (should, §7)', 'failures="1"'],
    ['skipped', '<skipped>warning: paths.unknown-path (should, §7)', 'failures="1"'],
    ['failure', '<failure message="warning: paths.unknown-path (§7): expected', 'failures="2"'],
  ] as const)('shows a warning as the user wants it: %s', (junitWarnings, shown, count) => {
    const xml = render(fullReport, { junitWarnings })
    expect(xml).toContain(shown)
    expect(xml).toContain(`<testsuites name="gatecheck" tests="9" ${count}`)
  })

  test('has times that add up to that of the run, exactly to the millisecond', () => {
    for (const record of Object.values(RUNS)) {
      const xml = junitReport(record)
      const [whole, ...suites] = timesOf(xml, 'testsuites?')
      expect(whole).toBe(Math.round(record.report.seconds * 1000))
      expect(sum(suites)).toBe(whole)
      expect(sum(timesOf(xml, 'testcase'))).toBe(whole)
    }
  })

  test('reports an internal error once, at its check or separately', () => {
    const faults = ['auth.www-authenticate could not be judged: Error']
    const report = sampleReport({ 'auth.revoked-key': inconclusive('its judge failed') }, { faults, exit: 70 })
    const fault = 'auth.check-of-revoked-key: TypeError: x\n    at judge'
    const xml = render(withFaultAt(report, 'auth.revoked-key', fault))
    expect(xml).toContain('<testsuite name="auth" tests="1" failures="0" errors="1" skipped="0"')
    expect(xml).toContain('<testsuite name="gatecheck" tests="2" failures="0" errors="1" skipped="0"')
    expect(xml).toContain('<testsuites name="gatecheck" tests="3" failures="0" errors="2"')
    expect(xml.match(/<error [^>]*type="fault"/g)).toHaveLength(2)
  })

  test('is not green for a run without a verdict', () => {
    const report = sampleReport(
      { 'auth.revoked-key': inconclusive('no target') },
      { verdict: 'inconclusive', exit: 2, reason: 'the connection was refused' },
    )
    expect(render(report)).toContain('<error message="the connection was refused" type="no-verdict">')
  })
})
