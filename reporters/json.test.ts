import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { PROFILES } from '../engine/config/configuration.ts'
import { EXIT } from '../engine/config/exit-codes.ts'
import { CAUSE_KINDS } from '../engine/history/entry/cause.ts'
import { GRAVEST_FIRST } from '../engine/judge/verdict.ts'
import { CLAUSES } from '../spec/clauses.ts'
import { OPEN_POINTS } from '../spec/open-points.ts'
import { jsonReport } from './json.ts'
import { fullReport, sampleReport } from './outcome/sample-report-for-tests.ts'

const schema = JSON.parse(readFileSync(new URL('./schemas/report.schema.json', import.meta.url), 'utf8'))
const ajv = new Ajv2020({ allErrors: true, strictTypes: true, allowUnionTypes: true })
formats.default(ajv)
const validate = ajv.compile(schema)
const errorsIn = (report: unknown) =>
  validate(report) ? [] : validate.errors!.map((each) => `${each.instancePath} ${each.message}`)

describe('report.json', () => {
  test('is valid by its published schema', () => {
    expect(errorsIn(JSON.parse(jsonReport(fullReport)))).toEqual([])
    expect(errorsIn(JSON.parse(jsonReport(sampleReport({}, { reason: 'nothing could be judged', exit: 2 }))))).toEqual(
      [],
    )
  })

  test('has the same words in schema and code', () => {
    const { properties, $defs } = schema
    expect(properties.profile.enum).toEqual([...PROFILES])
    expect(properties.exit.enum).toEqual(Object.values(EXIT))
    expect($defs.verdict.enum).toEqual([...GRAVEST_FIRST])
    expect($defs.cause.properties.kind.enum).toEqual([...CAUSE_KINDS])
    for (const { id } of [...CLAUSES, ...OPEN_POINTS]) expect(id).toMatch(new RegExp($defs.id.pattern))
  })
})
