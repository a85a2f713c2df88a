import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { CAUSE_KINDS } from '../runner/history/entry/cause.ts'
import { GRAVEST_FIRST } from '../runner/judging/verdict.ts'
import { EXIT } from '../runner/report/exit-codes.ts'
import { fullReport, HOSTILE, sampleReport } from '../runner/report/sample-report-for-tests.ts'
import { PROFILES } from '../runner/settings/configuration.ts'
import { CLAUSES } from '../spec/clauses.ts'
import { OPEN_POINTS } from '../spec/open-points.ts'
import { jsonReport } from './json.ts'

const schema = JSON.parse(readFileSync(new URL('./schemas/report.schema.json', import.meta.url), 'utf8'))
const ajv = new Ajv2020({ allErrors: true, strictTypes: true, allowUnionTypes: true })
formats.default(ajv)
const validate = ajv.compile(schema)
const errorsIn = (report: unknown) =>
  validate(report) ? [] : validate.errors!.map((each) => `${each.instancePath} ${each.message}`)

describe('report.json', () => {
  test('is what its published schema says', () => {
    expect(errorsIn(JSON.parse(jsonReport(fullReport)))).toEqual([])
    expect(errorsIn(JSON.parse(jsonReport(sampleReport({}, { reason: 'nothing could be judged', exit: 2 }))))).toEqual(
      [],
    )
  })

  test('holds nothing that its schema does not name', () => {
    const [clause] = fullReport.clauses
    expect(errorsIn({ ...fullReport, extra: 1 })).not.toEqual([])
    expect(errorsIn({ ...fullReport, clauses: [{ ...clause, tried: 1 }] })).not.toEqual([])
    expect(
      errorsIn({ ...fullReport, videos: [{ ...fullReport.videos[0], frame: 'https://evil.example/x.png' }] }),
    ).not.toEqual([])
    expect(errorsIn({ ...fullReport, jobs: [{ ...fullReport.jobs[0], states: [[1, 'queued']] }] })).not.toEqual([])
  })

  test('is a schema of the same words as the code', () => {
    const { properties, $defs } = schema
    expect(properties.profile.enum).toEqual([...PROFILES])
    expect(properties.exit.enum).toEqual(Object.values(EXIT))
    expect($defs.verdict.enum).toEqual([...GRAVEST_FIRST])
    expect($defs.cause.properties.kind.enum).toEqual([...CAUSE_KINDS])
    for (const { id } of [...CLAUSES, ...OPEN_POINTS]) expect(id).toMatch(new RegExp($defs.id.pattern))
  })

  test('is read back as it was, and shows a terminal nothing that it would obey', () => {
    const text = jsonReport(sampleReport({}, { faults: [HOSTILE] }))
    expect(JSON.parse(text).faults).toEqual([HOSTILE])
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/u)
    expect(text.endsWith('}\n')).toBe(true)
  })
})
