import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { HOSTILE_TEXTS, hostileRun, OBEYED, RUNS, wellFormed } from '../hostile-run-for-tests.ts'
import { HOSTILE } from '../outcome/sample-report-for-tests.ts'
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
  test.each(Object.entries(RUNS))('of a run (%s) is valid by the published schema', (_, record) => {
    expect(errorsIn(parsed(record))).toEqual([])
  })

  test('stays valid and small with any text of a server, without control sequences', () => {
    for (const text of HOSTILE_TEXTS) {
      const written = ctrfReport(hostileRun(text))
      expect(errorsIn(JSON.parse(written, wellFormed))).toEqual([])
      expect(written).not.toMatch(OBEYED)
      expect(written.isWellFormed()).toBe(true)
      expect(written.length).toBeLessThan(60_000)
    }
    expect(ctrfReport(hostileRun(HOSTILE))).toContain('left\\\\u202etfel')
  })

  test.each([
    ['interrupted', 'run reaches a verdict', 'interrupted'],
    ['cut short', 'run reaches a verdict', 'no-verdict'],
    ['nothing judged', 'run reaches a verdict', 'no-verdict'],
    ['with a stale waiver', 'waiver of auth.unknown-key is still needed', 'stale waiver'],
    ['with faults of the suite', 'auth.check-of-revoked-key', 'fault'],
    ['with faults of the suite', 'internal error 1 of the suite', 'fault'],
  ])('is not green for a run (%s): %s', (name, title, rawStatus) => {
    expect(testIn(RUNS[name]!, title)).toMatchObject({ status: 'failed', rawStatus })
  })
})
