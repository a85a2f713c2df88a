import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { PROFILES } from '../../../engine/config/configuration.ts'
import { EXIT } from '../../../engine/config/exit-codes.ts'
import { CLAUSES } from '../../../spec/clauses.ts'
import { OPEN_POINTS } from '../../../spec/open-points.ts'
import { KINDS } from '../comparing/change.ts'
import { ASPECTS } from '../habits/habit.ts'
import { PLANTS } from '../planted/plants.ts'
import { DRIFT_SCHEMA } from '../report.ts'
import { TODO } from '../telling/sentences.ts'
import { driftJson } from './json.ts'
import { DRIFTS } from './sample-drift-for-tests.ts'
import { VERDICTS } from './standing.ts'

const schema = JSON.parse(
  readFileSync(new URL('../../../reporters/schemas/drift.schema.json', import.meta.url), 'utf8'),
)
const ajv = new Ajv2020({ allErrors: true, strictTypes: true, allowUnionTypes: true })
formats.default(ajv)
const validate = ajv.compile(schema)
const errorsIn = (report: unknown) =>
  validate(report) ? [] : validate.errors!.map((each) => `${each.instancePath} ${each.message}`)

describe('drift.json', () => {
  test.each(Object.entries(DRIFTS))('is valid by its published schema: %s', (_, report) => {
    expect(errorsIn(JSON.parse(driftJson(report)))).toEqual([])
  })

  test('has the same words in schema and code', () => {
    const { properties, $defs } = schema
    expect(properties.schema.const).toBe(DRIFT_SCHEMA)
    expect(properties.exit.enum).toEqual(Object.values(EXIT))
    expect(properties.verdict.enum.toSorted()).toEqual(Object.keys(VERDICTS).sort())
    expect($defs.profile.enum).toEqual([...PROFILES])
    expect($defs.event.enum).toEqual(Object.keys(TODO))
    expect($defs.event.enum).toEqual(PLANTS.map(({ event }) => event))
    expect($defs.change.properties.kind.enum).toEqual([...KINDS])
    expect($defs.change.properties.aspect.enum).toEqual([...ASPECTS])
    expect($defs.seldom.properties).toMatchObject($defs.change.properties)
    for (const { id } of [...CLAUSES, ...OPEN_POINTS]) expect(id).toMatch(new RegExp($defs.id.pattern))
  })
})
