import { UsageError } from '../../config/target.ts'
import { isRecord, parseJson, parseJsonFile } from '../../history/reading/reading.ts'
import { excerpt } from '../../history/reading/words.ts'
import { list, number, record, text } from '../../judge/observed/json-values.ts'
import { withoutKeys } from './asked-path.ts'
import { type Rules, rulesIn } from './rules.ts'

/** A body of a contract and its JSON pointer. */
export type BodyThere = { value: unknown; pointer: string }

/** One interaction, of any version of the format. */
export type PactInteraction = {
  /** JSON pointer. */
  pointer: string
  description: string
  states: readonly ProviderState[]
  request: { method: string; path: string; headers: ReadonlyMap<string, string>; body?: BodyThere; generated: string[] }
  response: { status: number; headers: ReadonlyMap<string, HeaderThere>; body?: BodyThere; rules: Rules }
  /** The unchanged JSON, for Pact's verifier. */
  source: Record<string, unknown>
}

/** `phrases`: its name and each of its parameters, as `status failed`. */
export type ProviderState = { name: string; phrases: readonly string[] }

export type HeaderThere = { value: string | undefined; pointer: string }

export type PactFile = {
  name: string
  kind: string
  consumer: string
  interactions: readonly PactInteraction[]
  /** Number of messages, which the interface does not have. */
  messages: number
  /** The file without its interactions, for Pact's verifier. */
  source: Record<string, unknown>
}

/** Whether a JSON document is a Pact contract. */
export const isPact = (file: unknown): file is Record<string, unknown> =>
  isRecord(file) && (Array.isArray(file.interactions) || (isRecord(file.consumer) && isRecord(file.provider)))

/** Parses a contract in any version of the format. */
export function pactFileIn(content: string, name: string): PactFile {
  const json = parseJsonFile(content)
  if (!json) throw new UsageError(`${name} is not a Pact file: it is not JSON`)
  if (!isPact(json.value)) throw new UsageError(`${name} is not a Pact file: it has no interactions`)
  const { interactions: all, messages, ...source } = json.value
  const isHttp = (each: unknown) => {
    const { type } = record(each)
    return type === undefined || type === 'Synchronous/HTTP'
  }
  return {
    name,
    kind: kindOf(source),
    consumer: shownName(record(source.consumer).name, 'somebody'),
    interactions: list(all).flatMap((each, index) => (isHttp(each) ? [interactionIn(record(each), index)] : [])),
    messages: list(messages).length + list(all).filter((each) => !isHttp(each)).length,
    source,
  }
}

const shownName = (value: unknown, otherwise: string) => excerpt(withoutKeys(text(value) ?? otherwise), 120)

export function kindOf({ metadata }: Record<string, unknown>): string {
  const { pactSpecification, 'pact-specification': older, pactSpecificationVersion } = record(metadata)
  const version = text(record(pactSpecification ?? older).version) ?? text(pactSpecificationVersion)
  const [, first] = /^(\d{1,2})(\.|$)/.exec(version ?? '') ?? []
  return first === undefined ? 'Pact' : `Pact V${first}`
}

function interactionIn(source: Record<string, unknown>, index: number): PactInteraction {
  const pointer = `/interactions/${index}`
  const request = record(source.request)
  const response = record(source.response)
  const sent = bodyIn(request, `${pointer}/request`)
  const expected = bodyIn(response, `${pointer}/response`)
  return {
    pointer,
    description: shownName(source.description, `interaction ${index + 1}`),
    states: statesIn(source),
    request: {
      method: (text(request.method) ?? 'GET').toUpperCase(),
      path: text(request.path) ?? '/',
      headers: headersOf(request, pointer, (value) => value ?? ''),
      generated: generatedIn(request),
      ...(sent && { body: sent }),
    },
    response: {
      status: number(response.status) ?? 200,
      headers: headersOf(response, `${pointer}/response`, (value, at) => ({ value, pointer: at })),
      rules: rulesIn(response.matchingRules),
      ...(expected && { body: expected }),
    },
    source,
  }
}

/** Versions 1 and 2 have one state, later versions a list. */
function statesIn({ providerState, provider_state, providerStates }: Record<string, unknown>): ProviderState[] {
  const named = list(providerStates).map((each) => (typeof each === 'string' ? { name: each } : record(each)))
  return [{ name: providerState ?? provider_state }, ...named].flatMap(({ name, params }: Record<string, unknown>) => {
    if (typeof name !== 'string' || name === '') return []
    const said = Object.entries(record(params)).flatMap(([parameter, value]) => phraseOf(parameter, value))
    return [{ name: withoutKeys(name), phrases: [name, ...said].map(withoutKeys) }]
  })
}

function phraseOf(parameter: string, value: unknown): string[] {
  if (typeof value === 'boolean') return [value ? parameter : `not ${parameter}`]
  return typeof value === 'string' || typeof value === 'number' ? [`${parameter} ${value}`] : []
}

function headersOf<There>(
  { headers }: Record<string, unknown>,
  pointer: string,
  there: (value: string | undefined, pointer: string) => There,
): Map<string, There> {
  return new Map(
    Object.entries(record(headers)).map(([name, value]) => [
      name.toLowerCase(),
      there(asText(value), `${pointer}/headers/${inPointer(name)}`),
    ]),
  )
}

const asText = (value: unknown) =>
  Array.isArray(value)
    ? value.map(String).join(', ')
    : value === undefined || value === null
      ? undefined
      : String(value)

export const inPointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** Parts of a request that a provider state fills in, as `body model`, `path` or `header Authorization`. */
function generatedIn({ generators }: Record<string, unknown>): string[] {
  return Object.entries(record(generators)).flatMap(([part, places]) => {
    if (part.startsWith('$')) return [part.replace(/^\$\.?/, '').replace('.', ' ')]
    if (part === 'path') return ['path']
    return Object.keys(record(places)).map((place) => `${part} ${place.replace(/^\$\.?/, '')}`)
  })
}

/** Version 4 wraps a body in an object with its media type and encoding. */
export function bodyIn(part: Record<string, unknown>, pointer = ''): BodyThere | undefined {
  const { body } = part
  const at = `${pointer}/body`
  if (body === undefined || body === null) return undefined
  if (!isRecord(body) || !('content' in body) || !('contentType' in body || 'encoded' in body))
    return { value: body, pointer: at }
  const { content, encoded } = body
  const inside = `${at}/content`
  if (content === undefined || content === null) return undefined
  if (typeof content !== 'string' || encoded === undefined || encoded === false)
    return { value: content, pointer: inside }
  const plain = /^json$/i.test(String(encoded)) ? content : Buffer.from(content, 'base64').toString()
  return { value: (parseJson(plain) ?? { value: plain }).value, pointer: inside }
}
