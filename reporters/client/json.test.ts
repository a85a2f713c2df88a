import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { SIGHTS } from '../../runner/judging/clients/verdict.ts'
import { FACT_KINDS } from '../../runner/judging/clients/words.ts'
import { CLIENT_SCHEMA } from '../../runner/report/clients/report.ts'
import { EXIT } from '../../runner/report/exit-codes.ts'
import { HOSTILE } from '../../runner/report/sample-report-for-tests.ts'
import { CLIENT_CLAUSES } from '../../spec/clients/clauses.ts'
import { CLIENT_OPEN_POINTS } from '../../spec/clients/open-points.ts'
import { OBEYED } from '../hostile-run-for-tests.ts'
import { clientJson } from './json.ts'
import { CLIENTS } from './sample-clients-for-tests.ts'

const schema = JSON.parse(readFileSync(new URL('../schemas/client.schema.json', import.meta.url), 'utf8'))
const ajv = new Ajv2020({ allErrors: true, strictTypes: true, allowUnionTypes: true })
formats.default(ajv)
const validate = ajv.compile(schema)
const errorsIn = (report: unknown) =>
  validate(report) ? [] : validate.errors!.map((each) => `${each.instancePath} ${each.message}`)

describe('client.json', () => {
  it.each(Object.entries(CLIENTS))('is what its published schema says: %s', (_, report) => {
    expect(errorsIn(JSON.parse(clientJson(report)))).toEqual([])
  })

  it('holds nothing that its schema does not name', () => {
    const report = CLIENTS.wrong
    const [clause] = report.clauses
    expect(errorsIn({ ...report, extra: 1 })).not.toEqual([])
    expect(errorsIn({ ...report, clauses: [{ ...clause, extra: 1 }] })).not.toEqual([])
    const { law: _, ...withoutLaw } = report
    expect(errorsIn(withoutLaw)).toEqual([" must have required property 'law'"])
  })

  it('is a schema of the same words as the code', () => {
    const { properties, $defs } = schema
    expect(properties.schema.const).toBe(CLIENT_SCHEMA)
    expect(properties.exit.enum).toEqual(Object.values(EXIT))
    expect($defs.sight.enum).toEqual([...SIGHTS])
    expect($defs.violation.properties.fact.properties.kind.enum).toEqual(FACT_KINDS)
    for (const { id } of [...CLIENT_CLAUSES, ...CLIENT_OPEN_POINTS]) expect(id).toMatch(new RegExp($defs.id.pattern))
  })

  it('is read back as it was, and shows a terminal nothing that it would obey', () => {
    const report = { ...CLIENTS.wrong, faults: [HOSTILE] }
    const text = clientJson(report)
    expect(JSON.parse(text)).toEqual(report)
    expect(text).not.toMatch(OBEYED)
  })
})
