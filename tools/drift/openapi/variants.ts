import { isRecord } from '../../../engine/history/reading/reading.ts'
import type { Document, Json } from './document.ts'

export const MOST_VARIANTS = 64
export const MOST_STEPS = 5000

export type Type = 'null' | 'boolean' | 'number' | 'string' | 'list' | 'object'
export type Schema = unknown

/** One way in which a value can match: everything that applies at once. */
export type Variant = {
  /** Undefined: any type. */
  types?: ReadonlySet<Type>
  isWholeNumber: boolean
  /** Undefined: any value. */
  values?: readonly unknown[]
  formats: readonly string[]
  /** Schemas that each member must match. */
  members: ReadonlyMap<string, readonly Schema[]>
  required: ReadonlySet<string>
  /** Other members: unspecified · must match these schemas · not allowed. */
  others: 'unsaid' | 'none' | readonly Schema[]
  items: readonly Schema[]
}

const ANYTHING: Variant = {
  isWholeNumber: false,
  formats: [],
  members: new Map(),
  required: new Set(),
  others: 'unsaid',
  items: [],
}

class Entangled extends Error {}

/** All ways to match each of the schemas. Schemas that are too complex give no constraint. */
export function variantsOf(schemas: readonly Schema[], document: Document): readonly Variant[] {
  const expansion = new Expansion(document)
  try {
    return expansion.all(schemas, new Set())
  } catch (error) {
    if (!(error instanceof Entangled)) throw error
    document.leaveOut('a schema', 'is too complex to evaluate')
    return [ANYTHING]
  }
}

class Expansion {
  readonly #document: Document
  #steps = 0

  constructor(document: Document) {
    this.#document = document
  }

  all(schemas: readonly Schema[], inside: ReadonlySet<unknown>): Variant[] {
    let variants: Variant[] = [ANYTHING]
    for (const schema of schemas) variants = this.#product(variants, this.#alternatives(schema, inside))
    return variants
  }

  #alternatives(schema: Schema, inside: ReadonlySet<unknown>): Variant[] {
    if (++this.#steps > MOST_STEPS) throw new Entangled()
    if (schema === false) return []
    if (!isRecord(schema)) return [ANYTHING]
    if (inside.has(schema)) {
      this.#document.leaveOut('a schema', 'refers to itself')
      return [ANYTHING]
    }
    const within = new Set(inside).add(schema)
    const parts: Variant[][] = []
    if (typeof schema.$ref === 'string') {
      const referred = this.#alternatives(this.#document.target(schema.$ref) ?? true, within)
      if (this.#document.isOld) return referred
      parts.push(referred)
    }
    parts.push([ownOf(schema)])
    for (const each of list(schema.allOf)) parts.push(this.#alternatives(each, within))
    for (const name of ['anyOf', 'oneOf'] as const)
      if (list(schema[name]).length > 0) parts.push(this.#oneOf(list(schema[name]), schema, within))
    if (schema.if !== undefined && (schema.then !== undefined || schema.else !== undefined))
      parts.push(this.#oneOf([schema.then ?? true, schema.else ?? true], {}, within))
    let variants: Variant[] = [ANYTHING]
    for (const part of parts) variants = this.#product(variants, part)
    return schema.nullable === true ? [...variants, { ...ANYTHING, types: new Set(['null']) }] : variants
  }

  #oneOf(schemas: readonly Schema[], { discriminator }: Json, inside: ReadonlySet<unknown>): Variant[] {
    const all = schemas.flatMap((each) => {
      const told = toldApart(each, discriminator)
      const variants = this.#alternatives(each, inside)
      return told ? this.#product(variants, [told]) : variants
    })
    if (all.length > MOST_VARIANTS) throw new Entangled()
    return all
  }

  #product(some: readonly Variant[], others: readonly Variant[]): Variant[] {
    if (some.length * others.length > MOST_VARIANTS) throw new Entangled()
    return some.flatMap((one) => others.flatMap((other) => both(one, other) ?? []))
  }
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** A discriminator's mapping names the schema for each word. */
function toldApart(schema: Schema, discriminator: unknown): Variant | undefined {
  if (!isRecord(schema) || typeof schema.$ref !== 'string' || !isRecord(discriminator)) return undefined
  const { mapping, propertyName } = discriminator
  if (!isRecord(mapping) || typeof propertyName !== 'string') return undefined
  const { $ref } = schema
  const words = Object.keys(mapping).filter((word) => mapping[word] === $ref || $ref.endsWith(`/${mapping[word]}`))
  if (words.length === 0) return undefined
  return { ...ANYTHING, members: new Map([[propertyName, [{ enum: words }]]]) }
}

const TYPES: Record<string, Type> = {
  null: 'null',
  boolean: 'boolean',
  number: 'number',
  integer: 'number',
  string: 'string',
  array: 'list',
  object: 'object',
}

/** A schema's own constraints, without references. */
function ownOf(schema: Json): Variant {
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter(
    (type): type is string => typeof type === 'string' && Object.hasOwn(TYPES, type),
  )
  const values = schema.const !== undefined ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : undefined
  const members = isRecord(schema.properties) ? Object.entries(schema.properties) : []
  const patterns = isRecord(schema.patternProperties) ? Object.values(schema.patternProperties) : []
  return {
    ...(types.length > 0 && { types: new Set(types.map((type) => TYPES[type]!)) }),
    isWholeNumber: types.includes('integer') && !types.includes('number'),
    ...(values && { values }),
    formats: typeof schema.format === 'string' ? [schema.format] : [],
    members: new Map(members.map(([name, member]) => [name, [member]])),
    required: new Set(list(schema.required).filter((name) => typeof name === 'string')),
    others: othersOf(schema.additionalProperties, patterns),
    items: schema.items !== undefined && schema.prefixItems === undefined ? [schema.items] : [],
  }
}

function othersOf(additional: unknown, patterns: readonly Schema[]): Variant['others'] {
  if (patterns.length > 0) return patterns.length === 1 ? patterns : []
  if (additional === false) return 'none'
  if (additional === undefined) return 'unsaid'
  return additional === true ? [] : [additional]
}

/** Undefined if the variants exclude each other. */
function both(one: Variant, other: Variant): Variant | undefined {
  const types = one.types && other.types ? inBoth(one.types, other.types) : (one.types ?? other.types)
  if (types?.size === 0) return undefined
  const values = one.values && other.values ? shared(one.values, other.values) : (one.values ?? other.values)
  if (values?.length === 0) return undefined
  const members = new Map(one.members)
  for (const [name, schemas] of other.members) members.set(name, [...(members.get(name) ?? []), ...schemas])
  return {
    ...(types && { types }),
    isWholeNumber: one.isWholeNumber || other.isWholeNumber,
    ...(values && { values }),
    formats: [...one.formats, ...other.formats],
    members,
    required: new Set([...one.required, ...other.required]),
    others: othersOfBoth(one.others, other.others),
    items: [...one.items, ...other.items],
  }
}

const inBoth = (some: ReadonlySet<Type>, others: ReadonlySet<Type>) =>
  new Set([...some].filter((type) => others.has(type)))

function shared(some: readonly unknown[], others: readonly unknown[]): unknown[] {
  const texts = new Set(others.map((each) => JSON.stringify(each)))
  return some.filter((each) => texts.has(JSON.stringify(each)))
}

/** `additionalProperties: false` inside an allOf is a common mistake; members named beside it are allowed anyway. */
function othersOfBoth(one: Variant['others'], other: Variant['others']): Variant['others'] {
  if (one === 'none' || other === 'none') return 'none'
  if (one === 'unsaid') return other
  return other === 'unsaid' ? one : [...one, ...other]
}

export const allows = ({ types, values }: Variant, type: Type): boolean =>
  (types === undefined || types.has(type)) && (values === undefined || values.some((value) => typeOf(value) === type))

function typeOf(value: unknown): Type {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : (typeof value as Type)
}

/** The allowed types; undefined if all are allowed. */
export function typesOf(variants: readonly Variant[]): Type[] | undefined {
  const all = [...new Set(Object.values(TYPES))]
  const allowed = all.filter((type) => variants.some((variant) => allows(variant, type)))
  return allowed.length === all.length ? undefined : allowed
}

/** The allowed words; undefined if any text is allowed. */
export function wordsOf(variants: readonly Variant[]): string[] | undefined {
  const ofTexts = variants.filter((variant) => allows(variant, 'string'))
  if (ofTexts.length === 0 || ofTexts.some(({ values }) => values === undefined)) return undefined
  const words = ofTexts.flatMap(({ values }) => values!).filter((value): value is string => typeof value === 'string')
  return [...new Set(words)].sort()
}

/** All ways to match for a member of a value of one of the variants. */
export function membersOf(
  variants: readonly Variant[],
  schemasFor: (variant: Variant) => readonly Schema[] | undefined,
  document: Document,
): readonly Variant[] {
  const lists: (readonly Schema[])[] = []
  for (const variant of variants) {
    const schemas = schemasFor(variant)
    if (schemas && !lists.some((known) => isSame(known, schemas))) lists.push(schemas)
  }
  const all = lists.flatMap((schemas) => variantsOf(schemas, document))
  return all.length > MOST_VARIANTS ? [ANYTHING] : all
}

const isSame = (some: readonly Schema[], others: readonly Schema[]) =>
  some.length === others.length && some.every((schema, index) => schema === others[index])
