import { isRecord } from '../../../engine/history/reading/reading.ts'
import { list, number, record, text } from '../../../engine/judge/observed/json-values.ts'
import { endpointAsked, pathShown } from '../../../engine/pact/file/asked-path.ts'
import { bodyIn, kindOf } from '../../../engine/pact/file/pact-file.ts'
import { placesIn, type Rules, rulesIn, statesFor, statusesFor } from '../../../engine/pact/file/rules.ts'
import { type ClientFile, gathered, type Interaction, type LeftOut, NoClientFile } from './interaction.ts'
import { EVERYTHING, NOTHING, type Reads, readsOf, statusIn } from './reads.ts'

/** A client's expectations in a contract of any Pact version. */
export function readPact(file: Record<string, unknown>, name: string): ClientFile {
  const interactions: Interaction[] = []
  const leftOut: LeftOut[] = []
  const messages = list(file.messages).length
  if (messages > 0) leftOut.push({ file: name, why: 'a message, not a request', times: messages })
  for (const each of list(file.interactions)) {
    const read = interactionIn(record(each))
    if ('endpoint' in read) interactions.push(read)
    else leftOut.push({ file: name, ...read, times: 1 })
  }
  if (interactions.length === 0)
    throw new NoClientFile(`${name} is a Pact file, but none of its interactions requests an endpoint of the interface`)
  return { name, kind: kindOf(file), interactions, leftOut: gathered(leftOut) }
}

function interactionIn({
  type,
  request: asked,
  response: expected,
}: Record<string, unknown>): Interaction | Omit<LeftOut, 'file' | 'times'> {
  if (type !== undefined && type !== 'Synchronous/HTTP') return { why: 'a message, not a request' }
  const request = record(asked)
  const method = text(request.method) ?? 'GET'
  const path = text(request.path)
  if (path === undefined) return { why: 'no request' }
  const endpoint = endpointAsked(method, path)
  if (!endpoint) return { why: 'not an endpoint of the interface', what: `${method.toUpperCase()} ${pathShown(path)}` }
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
      ...new Set([...Object.keys(record(response.headers)).map((name) => name.toLowerCase()), ...rules.headers.keys()]),
    ],
    ...(endpoint === 'POST /videos' && { model: modelIn(request) }),
  }
}

/** Without a body in the contract, the client reads none. */
function readsIn(body: { value: unknown } | undefined, rules: Rules): Reads {
  if (rules.isUnclear) return EVERYTHING
  const example = body === undefined ? NOTHING : readsOf(body.value)
  return { at: [...new Set([...example.at, ...placesIn(rules)])], whole: example.whole }
}

/** A value from a provider state is chosen from the server's list. */
function modelIn(request: Record<string, unknown>): NonNullable<Interaction['model']> {
  const generators = record(request.generators)
  const isPutIn = [...Object.keys(record(generators.body)), ...Object.keys(generators)].some((place) =>
    /^\$(\.body)?(\.model|\['model'\]|\["model"\])$/.test(place),
  )
  if (isPutIn) return 'not named'
  const body = bodyIn(request)?.value
  if (!isRecord(body)) return 'unknown'
  return typeof body.model === 'string' ? { named: body.model } : 'not named'
}
