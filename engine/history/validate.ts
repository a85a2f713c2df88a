import { createRequire } from 'node:module'
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { targetOf } from '../config/target.ts'
import type { HistoryEntry } from './entry/entries.ts'
import { formOfMark } from './entry/mark.ts'
import type { Schema } from './entry/schemas.ts'
import { ENTRIES } from './entry-schemas.ts'

const isTime = (text: string) => !Number.isNaN(Date.parse(text))

const FORMATS = {
  time: isTime,
  'date-time': isTime,
  'base-url': (text: string) => {
    try {
      return targetOf(text).baseUrl === text
    } catch {
      return false
    }
  },
}

const compiled = new Map<Schema, ValidateFunction>()
let ajv: Ajv2020 | undefined

/** The first violation of a JSON Schema: its place and what is expected there. */
export function problemBy(schema: Schema, value: unknown): string | undefined {
  const validate = compiled.get(schema) ?? compile(schema)
  compiled.set(schema, validate)
  return validate(value) ? undefined : inWords(validate.errors![0]!)
}

/** Loads ajv on demand: most runs read no history. */
function compile(schema: Schema): ValidateFunction {
  if (!ajv) {
    const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
    const lax = { strictTypes: false, strictRequired: false, validateSchema: false }
    ajv = new Ajv2020({ strict: true, ...lax, allowUnionTypes: true, discriminator: true, formats: FORMATS })
  }
  return ajv.compile(schema)
}

/** What is wrong with a line of an untrusted history. */
export function problemIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object'
  const { kind } = value as Partial<HistoryEntry>
  if (typeof kind !== 'string' || !Object.hasOwn(ENTRIES, kind)) return `kind: must be one of ${Object.keys(ENTRIES)}`
  const flaw = problemBy(ENTRIES[kind], value)
  if (flaw !== undefined || kind !== 'exchange') return flaw
  const { mark } = (value as Extract<HistoryEntry, { kind: 'exchange' }>).purpose
  const form = mark && formOfMark(mark)
  const inMark = form && problemBy(form, mark)
  return inMark && `purpose/mark/${inMark}`
}

function inWords({ instancePath, keyword, params, message = '' }: ErrorObject): string {
  const where = instancePath.slice(1)
  if (keyword === 'required') return `${where === '' ? '' : `${where}/`}${params.missingProperty}: missing`
  if (keyword === 'enum') return `${where}: must be one of ${(params.allowedValues as unknown[]).join(', ')}`
  if (keyword === 'const') return `${where}: must be ${JSON.stringify(params.allowedValue)}`
  if (keyword === 'discriminator') return `${where}: must have a known ${params.tag}`
  return `${where}: ${message}`
}
