import { createRequire } from 'node:module'
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { targetOf } from '../../config/target.ts'
import type { HistoryEntry } from '../entry/entries.ts'
import { formOfMark } from '../entry/mark.ts'
import type { Schema } from '../entry/schemas.ts'
import { ENTRIES } from './entry.ts'

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

/** Loaded for whoever reads what was written before: a run that begins does not. */
let ajv: Ajv2020 | undefined
function compiler(): Ajv2020 {
  if (ajv) return ajv
  const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
  ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    discriminator: true,
    formats: FORMATS,
    // That ours are schemas a test says; to say it in each process took half of what it takes to compile them.
    validateSchema: false,
  })
  return ajv
}

const compiled = new Map<Schema, ValidateFunction>()

/** Where a value is not what a schema says: the member, and what it has to be. Compiled when it is first needed. */
export function flawBy(schema: Schema, value: unknown): string | undefined {
  const fits = compiled.get(schema) ?? compiler().compile(schema)
  compiled.set(schema, fits)
  if (fits(value)) return undefined
  return (fits.errors ?? []).slice(0, 1).map(inWords)[0]
}

/** What is wrong with a line that somebody may have written by hand, or not at all as we would. */
export function flawIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object'
  const { kind } = value as Partial<HistoryEntry>
  if (typeof kind !== 'string' || !Object.hasOwn(ENTRIES, kind)) return `kind: must be one of ${KINDS}`
  const flaw = flawBy(ENTRIES[kind], value)
  if (flaw !== undefined || kind !== 'exchange') return flaw
  const { mark } = (value as Extract<HistoryEntry, { kind: 'exchange' }>).purpose
  const form = mark && formOfMark(mark)
  const inMark = form && flawBy(form, mark)
  return inMark && `purpose/mark/${inMark}`
}

const KINDS = Object.keys(ENTRIES).join(', ')

function inWords({ instancePath, keyword, params, message = '' }: ErrorObject): string {
  const where = instancePath.slice(1)
  if (keyword === 'required') return `${where === '' ? '' : `${where}/`}${params.missingProperty}: missing`
  const expected =
    keyword === 'enum'
      ? `be one of ${(params.allowedValues as unknown[]).join(', ')}`
      : keyword === 'const'
        ? `be ${JSON.stringify(params.allowedValue)}`
        : keyword === 'discriminator'
          ? `have a known ${params.tag}`
          : message.replace(/^must /, '')
  return `${where}: must ${expected}`
}
