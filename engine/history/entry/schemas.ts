/** A JSON Schema, or a part of one. */
export type Schema = { readonly [keyword: string]: unknown }

type Demanded<T> = { [K in keyof T as object extends Pick<T, K> ? never : K]: Schema }
type Allowed<T> = { [K in keyof T as object extends Pick<T, K> ? K : never]: Schema }

/** Other members are allowed: a later version may have added them. */
export function record<T>(demanded: Demanded<T>, allowed: Allowed<T>, mayLack: readonly (keyof T)[] = []): Schema {
  const properties: Record<string, unknown> = { ...demanded, ...allowed }
  return {
    type: 'object',
    properties,
    required: Object.keys(demanded).filter((name) => !(mayLack as readonly string[]).includes(name)),
  }
}

/** One of several records, discriminated by one member. */
export const variants = (tag: string, all: readonly Schema[]): Schema => ({
  type: 'object',
  required: [tag],
  discriminator: { propertyName: tag },
  oneOf: all,
})

/** All words of a union; the compiler checks that none is missing. */
export const words = <T extends string>(all: Record<T, true>): Schema => ({ enum: Object.keys(all) })

export const is = (value: string | number | boolean): Schema => ({ const: value })
export const list = (items: Schema, least = 0): Schema => ({ type: 'array', items, minItems: least })
export const either = (...all: Schema[]): Schema => ({ anyOf: all })
export const pair = (each: Schema): Schema => ({
  type: 'array',
  prefixItems: [each, each],
  minItems: 2,
  maxItems: 2,
})

export const text: Schema = { type: 'string' }
export const flag: Schema = { type: 'boolean' }
export const yes: Schema = { const: true }
export const number: Schema = { type: 'number' }
export const amount: Schema = { type: 'number', minimum: 0 }
export const whole: Schema = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }
export const count: Schema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }
/** The number of an exchange. */
export const nth: Schema = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }
/** Small enough to be added to any date. */
export const milliseconds: Schema = { type: 'number', minimum: -1e12, maximum: 1e12 }
export const sha256: Schema = { type: 'string', pattern: '^[0-9a-f]{64}$' }
/** The id of a clause, check or open point of any version. */
export const id: Schema = { type: 'string', pattern: '^[a-z0-9-]+\\.[a-z0-9-]+(/[a-z0-9-]+)?$' }
export const keyName: Schema = { type: 'string', pattern: '^[A-Z][A-Za-z0-9]{0,7}$' }
