import { fits } from '../../../engine/history/reading/foreign-patterns.ts'
import { isRecord } from '../../../engine/history/reading/reading.ts'
import { excerpt } from '../../../engine/history/reading/words.ts'
import type { Document, Json } from './document.ts'
import type { Schema } from './variants.ts'

/** Schemas visited to validate one request body. */
export const MOST_SCHEMAS = 20_000
export const MOST_LEVELS = 200

/** The keyword by which a schema refuses a value. */
export type Refusal = { pointer: string; keyword: string }

class TooMuch extends Error {}

/**
 * Why a request body does not match; undefined if it does, or if validation takes too long. Not Ajv, which compiles the
 * schema and follows a malicious document without limits.
 */
export function refusalOf(schema: Schema, value: unknown, document: Document): Refusal | undefined {
  const check = new Check(document)
  try {
    return check.of(schema, value, '', 0)
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error
    document.leaveOut('a schema', 'is too complex to evaluate')
    return undefined
  }
}

class Check {
  readonly #document: Document
  #steps = 0

  constructor(document: Document) {
    this.#document = document
  }

  of(schema: Schema, value: unknown, pointer: string, depth: number): Refusal | undefined {
    if (++this.#steps > MOST_SCHEMAS || depth > MOST_LEVELS) throw new TooMuch()
    if (schema === false) return { pointer, keyword: 'false' }
    if (!isRecord(schema)) return undefined
    const next = (each: Schema, at = value, where = pointer) => this.of(each, at, where, depth + 1)
    if (typeof schema.$ref === 'string') {
      const refusal = next(this.#document.target(schema.$ref) ?? true)
      if (refusal || this.#document.isOld) return refusal
    }
    if (value === null && schema.nullable === true) return undefined
    const plain = plainRefusal(schema, value)
    if (plain) return { pointer, keyword: plain }
    return this.#combined(schema, pointer, next) ?? this.#inside(schema, value, pointer, next)
  }

  #combined(schema: Json, pointer: string, next: (each: Schema) => Refusal | undefined): Refusal | undefined {
    for (const each of list(schema.allOf)) {
      const refusal = next(each)
      if (refusal) return refusal
    }
    for (const name of ['anyOf', 'oneOf'] as const) {
      const refusals = list(schema[name]).map((each) => next(each))
      if (refusals.length === 0 || refusals.includes(undefined)) continue
      const [first] = refusals
      return refusals.length === 1 ? first : { pointer, keyword: name }
    }
    if (schema.not !== undefined && isRecord(schema.not) && !next(schema.not)) return { pointer, keyword: 'not' }
    if (schema.if === undefined) return undefined
    return next((next(schema.if) ? schema.else : schema.then) ?? true)
  }

  #inside(
    schema: Json,
    value: unknown,
    pointer: string,
    next: (each: Schema, at: unknown, where: string) => Refusal | undefined,
  ): Refusal | undefined {
    if (!isRecord(value)) return undefined
    const members = isRecord(schema.properties) ? schema.properties : {}
    for (const name of list(schema.required)) {
      if (typeof name !== 'string' || Object.hasOwn(value, name)) continue
      // readOnly fields are not part of requests.
      const member = Object.hasOwn(members, name) ? this.#document.at(members[name]) : {}
      if (member.readOnly !== true) return { pointer: `${pointer}/${name}`, keyword: 'required' }
    }
    for (const [name, member] of Object.entries(value)) {
      const where = `${pointer}/${name}`
      if (Object.hasOwn(members, name)) {
        const refusal = next(members[name], member, where)
        if (refusal) return refusal
      } else if (schema.additionalProperties === false && !isRecord(schema.patternProperties)) {
        return { pointer: where, keyword: 'additionalProperties' }
      }
    }
    return undefined
  }
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const FITS: Record<string, (value: unknown) => boolean> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  string: (value) => typeof value === 'string',
  array: Array.isArray,
  object: isRecord,
}

/** The keyword that a value violates by itself, ignoring nested schemas. */
function plainRefusal(schema: Json, value: unknown): string | undefined {
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter(
    (type): type is string => typeof type === 'string' && Object.hasOwn(FITS, type),
  )
  if (types.length > 0 && !types.some((type) => FITS[type]!(value))) return `type: ${types.join(' or ')}`
  const text = JSON.stringify(value)
  if (Array.isArray(schema.enum) && !schema.enum.some((each) => JSON.stringify(each) === text))
    return excerpt(`enum: ${schema.enum.map((each) => JSON.stringify(each)).join(', ')}`)
  if (schema.const !== undefined && JSON.stringify(schema.const) !== text)
    return excerpt(`const: ${JSON.stringify(schema.const)}`)
  if (typeof value === 'number') return refusalOfNumber(schema, value)
  if (typeof value === 'string') return refusalOfText(schema, value)
  const { minProperties } = schema
  if (isRecord(value) && isNumber(minProperties) && Object.keys(value).length < minProperties)
    return `minProperties: ${minProperties}`
  return undefined
}

const isNumber = (value: unknown): value is number => typeof value === 'number'

/** In 3.0, exclusive limits are booleans beside the limit; since 3.1 they are numbers. */
function refusalOfNumber(schema: Json, value: number): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  if (isNumber(minimum) && (value < minimum || (exclusiveMinimum === true && value === minimum)))
    return `${exclusiveMinimum === true ? 'exclusiveMinimum' : 'minimum'}: ${minimum}`
  if (isNumber(maximum) && (value > maximum || (exclusiveMaximum === true && value === maximum)))
    return `${exclusiveMaximum === true ? 'exclusiveMaximum' : 'maximum'}: ${maximum}`
  if (isNumber(exclusiveMinimum) && value <= exclusiveMinimum) return `exclusiveMinimum: ${exclusiveMinimum}`
  if (isNumber(exclusiveMaximum) && value >= exclusiveMaximum) return `exclusiveMaximum: ${exclusiveMaximum}`
  if (!isNumber(multipleOf) || multipleOf <= 0) return undefined
  const times = value / multipleOf
  return Math.abs(times - Math.round(times)) > 1e-9 ? `multipleOf: ${multipleOf}` : undefined
}

function refusalOfText({ minLength, maxLength, pattern }: Json, value: string): string | undefined {
  const length = [...value].length
  if (isNumber(minLength) && length < minLength) return `minLength: ${minLength}`
  if (isNumber(maxLength) && length > maxLength) return `maxLength: ${maxLength}`
  if (typeof pattern === 'string' && fits({ source: pattern, flags: 'u' }, value) === false)
    return excerpt(`pattern: ${pattern}`)
  return undefined
}
