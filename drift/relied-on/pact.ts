import { isRecord, parseJson } from '../../runner/history/reading.ts'
import { list, number, record, text } from '../../runner/observing/har/values.ts'
import {
  type ClientFile,
  endpointAsked,
  gathered,
  type Interaction,
  type LeftOut,
  NoClientFile,
  pathShown,
} from './interaction.ts'
import { placesIn, type Rules, rulesIn, statesFor, statusesFor } from './pact-rules.ts'
import { EVERYTHING, NOTHING, type Reads, readsOf, statusIn } from './reads.ts'

export const isPact = (file: unknown): file is Record<string, unknown> =>
  isRecord(file) && (Array.isArray(file.interactions) || (isRecord(file.consumer) && isRecord(file.provider)))

/** What a client expects by its contract, in any version of the format. */
export function readPact(file: Record<string, unknown>, name: string): ClientFile {
  const interactions: Interaction[] = []
  const leftOut: LeftOut[] = []
  const messages = list(file.messages).length
  if (messages > 0) leftOut.push({ file: name, why: 'a message, and no request', times: messages })
  for (const each of list(file.interactions)) {
    const read = interactionIn(record(each))
    if ('endpoint' in read) interactions.push(read)
    else leftOut.push({ file: name, ...read, times: 1 })
  }
  if (interactions.length === 0)
    throw new NoClientFile(`${name} is a Pact file, but none of its interactions asks for an endpoint of the interface`)
  return { name, kind: kindOf(file), interactions, leftOut: gathered(leftOut) }
}

function kindOf({ metadata }: Record<string, unknown>): string {
  const { pactSpecification, 'pact-specification': older, pactSpecificationVersion } = record(metadata)
  const version = text(record(pactSpecification ?? older).version) ?? text(pactSpecificationVersion)
  const [, first] = /^(\d{1,2})(\.|$)/.exec(version ?? '') ?? []
  return first === undefined ? 'Pact' : `Pact V${first}`
}

function interactionIn({
  type,
  request: asked,
  response: expected,
}: Record<string, unknown>): Interaction | Omit<LeftOut, 'file' | 'times'> {
  if (type !== undefined && type !== 'Synchronous/HTTP') return { why: 'a message, and no request' }
  const request = record(asked)
  const method = text(request.method) ?? 'GET'
  const path = text(request.path)
  if (path === undefined) return { why: 'no request' }
  const endpoint = endpointAsked(method, path)
  if (!endpoint) return { why: 'no endpoint of the interface', what: `${method.toUpperCase()} ${pathShown(path)}` }
  const response = record(expected)
  const rules = rulesIn(response.matchingRules)
  const body = bodyIn(response)
  const states = endpoint === 'GET /videos/{id}' ? statesFor(statusIn(body?.value), rules) : undefined
  return {
    endpoint,
    statuses: statusesFor(number(response.status) ?? 200, rules),
    ...(states && { states }),
    body: readsIn(body, rules),
    headers: [
      ...new Set([...Object.keys(record(response.headers)).map((name) => name.toLowerCase()), ...rules.headers]),
    ],
    ...(endpoint === 'POST /videos' && { model: modelIn(request) }),
  }
}

/** Without a body, the contract says nothing of it: nobody reads it. */
function readsIn(body: { value: unknown } | undefined, rules: Rules): Reads {
  if (rules.isUnclear) return EVERYTHING
  const example = body === undefined ? NOTHING : readsOf(body.value)
  return { at: [...new Set([...example.at, ...placesIn(rules)])], whole: example.whole }
}

/** From version 4 on, what stands there is wrapped into its media type, and may be packed. */
function bodyIn(part: Record<string, unknown>): { value: unknown } | undefined {
  const { body } = part
  if (body === undefined || body === null) return undefined
  if (!isRecord(body) || !('content' in body) || !('contentType' in body || 'encoded' in body)) return { value: body }
  const { content, encoded } = body
  if (content === undefined || content === null) return undefined
  if (typeof content !== 'string' || encoded === undefined || encoded === false) return { value: content }
  const plain = /^json$/i.test(String(encoded)) ? content : Buffer.from(content, 'base64').toString()
  return parseJson(plain) ?? { value: plain }
}

/** What a provider state puts in is chosen from what the server lists. */
function modelIn(request: Record<string, unknown>): NonNullable<Interaction['model']> {
  const generators = record(request.generators)
  const isPutIn = [...Object.keys(record(generators.body)), ...Object.keys(generators)].some((place) =>
    /^\$(\.body)?(\.model|\['model'\]|\["model"\])$/.test(place),
  )
  if (isPutIn) return 'named by nobody'
  const body = bodyIn(request)?.value
  if (!isRecord(body)) return 'unknown'
  return typeof body.model === 'string' ? { named: body.model } : 'named by nobody'
}
