import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { Refused } from './problem.ts'
import type { Document, Route } from './route.ts'

/** Validates requests against the OpenAPI document. */
export function checksOf(document: () => Document) {
  let bodies: Ajv2020 | undefined
  const known = new Map<string, ValidateFunction>()
  // Query values are text, so coerce numbers.
  const queries = new Ajv2020({ coerceTypes: true, strictTypes: false })

  return {
    query(route: Route, said: Readonly<Record<string, unknown>>): Record<string, string | number> {
      const properties = Object.fromEntries(
        Object.entries(route.query ?? {}).map(([name, { schema }]) => [name, schema]),
      )
      const validate = kept(`query of ${route.id}`, () =>
        queries.compile({ type: 'object', properties, additionalProperties: false }),
      )
      const query = { ...said }
      if (validate(query)) return query as Record<string, string | number>
      throw new Refused(400, inWords(validate.errors?.[0], 'the query', Object.keys(properties)))
    },
    body({ body }: Route, said: unknown): void {
      if (!body) return
      bodies ??= bodiesOf(document())
      const ref = `control#/components/schemas/${body.schema}`
      const validate = kept(ref, () => bodies!.compile({ $ref: ref }))
      const fields = Object.keys(document().components?.schemas?.[body.schema]?.properties ?? {})
      if (!validate(said)) throw new Refused(400, inWords(validate.errors?.[0], 'the body', fields))
    },
  }

  function kept(name: string, compile: () => ValidateFunction): ValidateFunction {
    const validate = known.get(name) ?? compile()
    known.set(name, validate)
    return validate
  }
}

function bodiesOf({ components }: Document): Ajv2020 {
  const ajv = new Ajv2020({ strictTypes: false, strictRequired: false })
  return ajv.addKeyword('components').addSchema({ components } as object, 'control')
}

function inWords(error: ErrorObject | undefined, whole: string, known: readonly string[]): string {
  if (!error) return `${whole} is invalid`
  const { keyword, params, message, instancePath } = error
  const where = instancePath === '' ? whole : `${placeIn(instancePath)} in ${whole}`
  if (keyword === 'additionalProperties') {
    const others = instancePath !== '' || known.length === 0 ? '' : `; allowed: ${known.join(', ')}`
    return `${where} has an unknown property ${params.additionalProperty}${others}`
  }
  if (keyword === 'required') return `${where} needs ${params.missingProperty}`
  if (keyword === 'enum') return `${where} must be one of ${params.allowedValues.join(', ')}`
  return `${where} ${message}`
}

const placeIn = (pointer: string) => pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
