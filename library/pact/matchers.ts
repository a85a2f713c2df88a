import type { Pact } from '@pact-foundation/pact'
import { ABSOLUTE_HTTP_URL } from '../../spec/openapi/job-schemas.ts'
import { FIELDS, type FieldName, KEY_PREFIX, RATIO_FORM } from '../../spec/words.ts'

/**
 * Pact's matchers are plain records. They are written here as such, so that Pact itself is loaded by whoever uses it, and
 * by nobody else.
 */
type Interaction = ReturnType<Pact['addInteraction']>
export type Path = Exclude<Parameters<Interaction['withRequest']>[1], string>
type Answering = ReturnType<Interaction['withRequest']>
export type StatusExpected = Exclude<Parameters<Answering['willRespondWith']>[0], number>
type Json = unknown

const matcher = (type: string, value: Json, rest: object = {}): Path =>
  ({ 'pact:matcher:type': type, value, ...rest }) as Path

/** All of a text has to fit. */
const regex = (pattern: string, value: string) => matcher('regex', value, { regex: pattern })

export const like = (value: Json) => matcher('type', value)

/** One of some words. */
export const oneOf = (words: readonly string[], value: string) => regex(`^(${words.join('|')})$`, value)

/** Any record, whatever it holds; the one that is given is what the mock server answers with. */
export const anyRecord = (value: object) => matcher('eachKey', value, { rules: [regex('.*', 'any')] })

export const inClass = (status: 'success' | 'clientError', value: number): StatusExpected =>
  matcher('statusCode', value, { status }) as unknown as StatusExpected

const fromState = { 'pact:generator:type': 'ProviderState' }
const stateValue = (name: string) => `\${${name}}`

const ofState = (name: string, value: string) => matcher('type', value, { ...fromState, expression: stateValue(name) })

/** Any job is asked for; which one, the provider state says. */
export const pathOfAJob = (id: string) =>
  regexOfState('^/videos/[^/]+$', `/videos/${stateValue('id')}`, `/videos/${encodeURIComponent(id)}`)

const regexOfState = (pattern: string, expression: string, value: string) =>
  matcher('regex', value, { regex: pattern, ...fromState, expression })

export const anyKey = (key: string) => regex(`^Bearer ${KEY_PREFIX}.+$`, `Bearer ${key}`)

/** The answer has to say that it is JSON; by which name of it, is the server's choice. */
export const ANY_JSON = regex('^[^;]*[/+][jJ][sS][oO][nN]\\s*(;.*)?$', 'application/json')

export const SECONDS = (example: number) => regex('^\\d+$', String(example))

export const ANY_URL = (example: string) => regex(`${ABSOLUTE_HTTP_URL}.*`, example)

/** What a client submits is matched by what it may be, so that a test may send other words and numbers of its kind. */
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
