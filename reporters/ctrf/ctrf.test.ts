import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fullReport,
  HOSTILE,
  passed,
  sampleExchange,
  sampleReport,
} from '../../runner/report/sample-report-for-tests.ts'
import { anyUnits, HOSTILE_TEXTS, hostileRun, OBEYED, RUNS, recordOf, wellFormed } from '../hostile-run-for-tests.ts'
import type { RunRecord } from '../reporter.ts'
import { ctrfReport } from './ctrf.ts'

const schema = JSON.parse(readFileSync(new URL('./ctrf-schema-0.0.json', import.meta.url), 'utf8'))
const ajv = new Ajv({ allErrors: true, strict: true })
formats.default(ajv)
const validate = ajv.compile(schema)
const errorsIn = (document: unknown) =>
  validate(document) ? [] : validate.errors!.map((each) => `${each.instancePath} ${each.message}`)

const parsed = (record: RunRecord) => JSON.parse(ctrfReport(record))
const resultsOf = (record: RunRecord) => parsed(record).results
const testIn = (record: RunRecord, name: string) =>
  resultsOf(record).tests.find((each: { name: string }) => each.name.startsWith(name))

describe('the CTRF report', () => {
  test.each(Object.entries(RUNS))('of a run (%s) is what the published schema says', (_, record) => {
    expect(errorsIn(parsed(record))).toEqual([])
  })

  test('would not be valid with a field that the schema does not name, or with half a millisecond', () => {
    const document = parsed(RUNS.full!)
    expect(errorsIn({ ...document, verdict: 'fail' })).not.toEqual([])
    document.results.tests[0].duration = 0.5
    expect(errorsIn(document)).not.toEqual([])
  })

  test('stays valid and small whatever a server sent, and shows nothing that a terminal would obey', () => {
    for (const text of HOSTILE_TEXTS) {
      const written = ctrfReport(hostileRun(text))
      expect(errorsIn(JSON.parse(written, wellFormed))).toEqual([])
      expect(written).not.toMatch(OBEYED)
      expect(written.isWellFormed()).toBe(true)
      expect(written.length).toBeLessThan(60_000)
    }
    expect(ctrfReport(hostileRun(HOSTILE))).toContain('left\\\\u202etfel')
  })

  test('holds no half of a pair, not even as an escape', () => {
    fc.assert(
      fc.property(anyUnits(), (text) => {
        const document = JSON.parse(ctrfReport(hostileRun(text)), wellFormed)
        expect(errorsIn(document)).toEqual([])
      }),
      { numRuns: 20, seed: 1 },
    )
  })

  test('has a test for each check and one for the run, and counts them', () => {
    const { tests, summary } = resultsOf(RUNS.full!)
    expect(tests.map(({ name, status }: { name: string; status: string }) => `${status} ${name}`)).toEqual([
      'passed auth.check-of-header-required: keeps auth.header-required',
      'failed auth.check-of-unknown-key: keeps auth.unknown-key',
      'skipped auth.check-of-revoked-key: keeps auth.revoked-key',
      'passed paths.check-of-version-once: keeps paths.version-once',
      'passed paths.check-of-version-present: keeps paths.version-present',
      'passed paths.check-of-unknown-path: keeps paths.unknown-path',
      'other jobs.check-of-running-has-a-stage: keeps jobs.running-has-a-stage',
      'skipped media.check-of-resolution: keeps media.resolution',
      'passed the run comes to a verdict',
    ])
    expect(summary).toMatchObject({ tests: 9, passed: 5, failed: 1, skipped: 2, pending: 0, other: 1, suites: 5 })
  })

  test('counts every test once in every run', () => {
    for (const record of [...Object.values(RUNS), hostileRun('')]) {
      const { tests, summary } = resultsOf(record)
      const { passed, failed, skipped, pending, other } = summary
      expect(summary.tests).toBe(tests.length)
      expect(passed + failed + skipped + pending + other).toBe(tests.length)
    }
  })

  test('begins and ends when the run did', () => {
    const { summary } = resultsOf(RUNS.full!)
    expect(new Date(summary.start).toISOString()).toBe('2026-11-21T02:07:08.123Z')
    expect(summary.stop - summary.start).toBe(12_345)
  })

  test('has durations in whole milliseconds that add up to that of the run', () => {
    for (const record of Object.values(RUNS)) {
      const { summary, tests } = resultsOf(record)
      const durations: number[] = tests.map(({ duration }: { duration: number }) => duration)
      expect(durations.every((each) => Number.isInteger(each) && each >= 0)).toBe(true)
      expect(durations.reduce((sum, each) => sum + each, 0)).toBe(summary.duration)
    }
  })

  test('gives each test the time that the run spent for it', () => {
    const by = 'auth.check-of-header-required'
    const history = [1, 2].map((n) => ({
      ...sampleExchange(n),
      at: n * 100,
      ms: 30,
      purpose: { by, part: 'probe' } as const,
    }))
    const record = recordOf(sampleReport({ 'auth.header-required': passed }, { seconds: 1 }), history)
    expect(testIn(record, by).duration).toBe(60)
    expect(testIn(record, 'the run comes to a verdict').duration).toBe(940)
  })

  test('says in a failure what was expected, what came, where to look and how to try it again', () => {
    const { message, trace, rawStatus, suite, tags } = testIn(RUNS.full!, 'auth.check-of-unknown-key')
    expect({ rawStatus, suite, tags }).toEqual({ rawStatus: 'fail', suite: ['auth'], tags: ['must', '§5.2'] })
    expect(message).toBe('auth.unknown-key (§5.2): expected 401, received 200 {"object":"list"}')
    expect(trace).toContain('expected: 401\nreceived: 200 {"object":"list"}\nand: 1 further case: ')
    expect(trace).toContain('exchanges: 1, 2, 3\ntry: curl -i ')
    expect(trace).toContain('seed: 42')
  })

  test('lets a warning and a waived failure pass, and says so', () => {
    const warning = testIn(RUNS.full!, 'paths.check-of-unknown-path')
    expect(warning).toMatchObject({ status: 'passed', rawStatus: 'warning' })
    expect(warning.message).toMatch(/^broken \(a warning\): paths.unknown-path/)
    expect(warning.extra['gatecheck.check']).toMatchObject({ verdict: 'fail', gravity: 'warning' })
    const waived = testIn(RUNS['with a failure that is waived']!, 'auth.check-of-unknown-key')
    expect(waived).toMatchObject({ status: 'passed', rawStatus: 'waived' })
    expect(waived.message).toMatch(/^broken \(waived, mended in release 7\): /)
  })

  test('fails a broken should clause of a strict run', () => {
    const strict = recordOf({ ...fullReport, strict: true })
    expect(testIn(strict, 'paths.check-of-unknown-path').status).toBe('failed')
  })

  test.each([
    ['interrupted', 'the run comes to a verdict', 'interrupted'],
    ['cut short', 'the run comes to a verdict', 'no-verdict'],
    ['nothing judged', 'the run comes to a verdict', 'no-verdict'],
    ['with a stale waiver', 'the waiver of auth.unknown-key is still needed', 'stale waiver'],
    ['with faults of the suite', 'auth.check-of-revoked-key', 'fault'],
    ['with faults of the suite', 'fault 1 of the suite', 'fault'],
  ])('is not green for a run (%s): %s', (name, title, rawStatus) => {
    expect(testIn(RUNS[name]!, title)).toMatchObject({ status: 'failed', rawStatus })
  })

  test('is green for a run that broke nothing', () => {
    expect(resultsOf(RUNS.passing!).summary).toMatchObject({ tests: 3, passed: 3 })
  })

  test('says which server was tested, how, and from which history', () => {
    const { environment, extra } = resultsOf(RUNS.full!)
    expect(environment.extra['gatecheck.target']).toEqual({ baseUrl: 'https://api.example.com/v1' })
    expect(extra['gatecheck.run']).toMatchObject({
      verdict: 'fail',
      exit: 1,
      profile: 'standard',
      seed: 42,
      historySha256: fullReport.history.sha256,
    })
  })
})
