import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

type Finding = { ok: true } | { ok: false; errors: string[] }
type Validator = (value: unknown) => Finding

/** Compiles at the first use: most runs need few of the schemas. */
export function validatorOf(schema: object): Validator {
  let validate: ValidateFunction | undefined
  return (value) => {
    validate ??= new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true }).compile(
      schema,
    )
    if (validate(value)) return { ok: true }
    return {
      ok: false,
      errors: (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'the whole'} ${message}`),
    }
  }
}
