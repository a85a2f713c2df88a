import type { Pact } from '@pact-foundation/pact'
import { ABSOLUTE_HTTP_URL } from '../../spec/openapi/job-schemas.ts'
import { FIELDS, type FieldName, KEY_PREFIX, RATIO_FORM } from '../../spec/words.ts'

// Matchers as plain objects: importing Pact here would load it for every user of the library.
type Interaction = ReturnType<Pact['addInteraction']>
export type Path = Exclude<Parameters<Interaction['withRequest']>[1], string>
type Answering = ReturnType<Interaction['withRequest']>
export type StatusExpected = Exclude<Parameters<Answering['willRespondWith']>[0], number>
type Json = unknown

const matcher = (type: string, value: Json, rest: object = {}): Path =>
  ({ 'pact:matcher:type': type, value, ...rest }) as Path

const regex = (pattern: string, value: string) => matcher('regex', value, { regex: pattern })

export const like = (value: Json) => matcher('type', value)

export const oneOf = (words: readonly string[], value: string) => regex(`^(${words.join('|')})$`, value)

/** Matches any object; the mock server returns `value`. */
export const anyRecord = (value: object) => matcher('eachKey', value, { rules: [regex('.*', 'any')] })

export const inClass = (status: 'success' | 'clientError', value: number): StatusExpected =>
  matcher('statusCode', value, { status }) as unknown as StatusExpected

const fromState = { 'pact:generator:type': 'ProviderState' }
const stateValue = (name: string) => `\${${name}}`

const ofState = (name: string, value: string) => matcher('type', value, { ...fromState, expression: stateValue(name) })

/** Matches the path of any job; the provider state fills in the id. */
export const pathOfAJob = (id: string) =>
  regexOfState('^/videos/[^/]+$', `/videos/${stateValue('id')}`, `/videos/${encodeURIComponent(id)}`)

const regexOfState = (pattern: string, expression: string, value: string) =>
  matcher('regex', value, { regex: pattern, ...fromState, expression })

export const anyKey = (key: string) => regex(`^Bearer ${KEY_PREFIX}.+$`, `Bearer ${key}`)

/** Any media type of JSON. */
export const ANY_JSON = regex('^[^;]*[/+][jJ][sS][oO][nN]\\s*(;.*)?$', 'application/json')

export const SECONDS = (example: number) => regex('^\\d+$', String(example))

export const ANY_URL = (example: string) => regex(`${ABSOLUTE_HTTP_URL}.*`, example)

/** Matches any valid value of a field, so that a test may send other values. */
export function fieldMatcher(name: string, value: unknown): unknown {
  if (!Object.hasOwn(FIELDS, name)) return value
  if (name === 'model') return typeof value === 'string' ? ofState('alias', value) : value
  if (name === 'image_url') return typeof value === 'string' ? ofState('image', value) : value
  const field = FIELDS[name as FieldName]
  if (field.type === 'number') return typeof value === 'number' ? matcher('number', value) : value
  if (typeof value !== 'string') return value
  if ('listed' in field) return oneOf(field.listed, value)
  return name === 'ratio' ? regex(RATIO_FORM.source, value) : like(value)
}
