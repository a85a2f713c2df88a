import { Ajv2020 } from 'ajv/dist/2020.js'
import type { OpenAPIV3_1 } from 'openapi-types'
import { openapiDocument } from './document.ts'

export type Fit = { ok: true } | { ok: false; errors: string[] }

/** OpenAPI keywords that do not constrain a value. */
const NO_ASSERTIONS = ['components', 'discriminator', 'example', 'x-clauses', 'x-open']
const WHOLE = 'openapi'

let document: Ajv2020 | undefined

function ofDocument(): Ajv2020 {
  if (document) return document
  document = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    validateFormats: false,
    allErrors: true,
  })
  for (const keyword of NO_ASSERTIONS) document.addKeyword(keyword)
  return document.addSchema({ components: openapiDocument().components } as object, WHOLE)
}

const written = new WeakMap<object, ReturnType<Ajv2020['compile']>>()

function compiled(schema: object) {
  const known = written.get(schema)
  if (known) return known
  const validate = ofDocument().compile('$ref' in schema ? { $ref: `${WHOLE}${schema.$ref}` } : schema)
  written.set(schema, validate)
  return validate
}

/** Whether a value fits a schema of the document, given inline or as a reference. */
export function fits(schema: OpenAPIV3_1.SchemaObject | OpenAPIV3_1.ReferenceObject, value: unknown): Fit {
  const validate = compiled(schema)
  if (validate(value)) return { ok: true }
  return {
    ok: false,
    errors: (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'the whole'} ${message}`),
  }
}
