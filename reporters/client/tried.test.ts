import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { EXIT } from '../../engine/config/exit-codes.ts'
import { FACT_KINDS } from '../../engine/judge/clients/facts.ts'
import { CLIENT_EVENTS } from '../../engine/judge/clients/verdict.ts'
import { CLIENT_CLAUSES } from '../../spec/clients/clauses.ts'
import { CLIENT_OPEN_POINTS } from '../../spec/clients/open-points.ts'
import { certificationTerminal } from '../../tools/client/certification.ts'
import { OBEYED } from '../hostile-run-for-tests.ts'
import { faultInXml, jenkinsOn, xmllintIsHere } from '../junit/xml-for-tests.ts'
import { CLIENT_SCHEMA } from '../outcome/clients/report.ts'
import { HOSTILE } from '../outcome/sample-report-for-tests.ts'
import { clientJson } from './json.ts'
import { clientJUnit } from './junit.ts'
import { clientPage } from './page/page.ts'
import { hostileClient, TRIED } from './sample-tried-for-tests.ts'
import { scenarioLine } from './scenarios.ts'

const reports = { ...TRIED, hostile: hostileClient([HOSTILE, 'x'.repeat(9000)]) }
const screen = { color: false, width: 100 }
const paint = (_: string, text: string) => text

const ajv = new Ajv2020({ allErrors: true, strictTypes: true, allowUnionTypes: true })
formats.default(ajv)
const schema = JSON.parse(readFileSync(new URL('../schemas/client.schema.json', import.meta.url), 'utf8'))
const validate = ajv.compile(schema)

it('has the same words in schema and code', () => {
  const { properties, $defs } = schema
  expect(properties.schema.const).toBe(CLIENT_SCHEMA)
  expect(properties.exit.enum).toEqual(Object.values(EXIT))
  expect($defs.sight.enum).toEqual([...CLIENT_EVENTS])
  expect($defs.violation.properties.fact.properties.kind.enum).toEqual(FACT_KINDS)
  for (const { id } of [...CLIENT_CLAUSES, ...CLIENT_OPEN_POINTS]) expect(id).toMatch(new RegExp($defs.id.pattern))
})

describe.each(Object.entries(reports))('the report on a client: %s', (_, report) => {
  it('is valid by its published schema', () => {
    expect(validate(JSON.parse(clientJson(report))) ? [] : validate.errors).toEqual([])
  })

  it('contains no control sequences or markup of a client, in any format', () => {
    const line = report.scenarios.map((each) => scenarioLine(each, () => true, { ...screen, paint })).join('\n')
    for (const text of [
      certificationTerminal(report, screen),
      clientPage(report),
      clientJUnit(report),
      clientJson(report),
      line,
    ])
      expect(text).not.toMatch(OBEYED)
  })

  it('is valid JUnit XML for Jenkins', () => {
    const xml = clientJUnit(report)
    expect(faultInXml(xml)).toBeUndefined()
    if (xmllintIsHere) expect(jenkinsOn(xml).stderr.toString()).toBe('- validates\n')
  })
})

const outcomesIn = (xml: string) => ({
  failures: [...xml.matchAll(/<testcase name="([^"]*)"[^>]*><failure/g)].map(([, name]) => name),
  errors: [...xml.matchAll(/<testcase name="([^"]*)"[^>]*><error/g)].map(([, name]) => name),
})

it('fails a build only for a must clause and its scenario', () => {
  expect(outcomesIn(clientJUnit(TRIED.good))).toEqual({ failures: [], errors: [] })
  const { failures, errors } = outcomesIn(clientJUnit(TRIED.bad))
  expect(failures).toEqual(['client.keeps-its-key-in-the-header', expect.stringMatching(/^wait-7: /)])
  expect(errors).toEqual([])
  expect(outcomesIn(clientJUnit({ ...TRIED.bad, strict: true })).failures).toContain('client.polls-within-5-s')
})
