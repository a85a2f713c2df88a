import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { ENTRIES } from './entry.ts'

it.each(Object.entries(ENTRIES))('what is asked of an entry of the kind %s is a schema', (_, schema) => {
  const ajv = new Ajv2020()
  expect(ajv.validateSchema(schema), JSON.stringify(ajv.errors)).toBe(true)
})
