import type { ClauseId } from '../../../spec/clauses.ts'
import { ENDPOINTS, type EndpointName } from '../../../spec/endpoints.ts'
import type { OpenPointId } from '../../../spec/open-points.ts'
import { openapiDocument } from '../../../spec/openapi/document.ts'

/** These clauses are judged at every endpoint, whatever the document says. */
const OF_ANY_ANSWER = /^(answers|codes|auth|browser|paths|http|error)\./

let known: Map<string, Set<EndpointName>> | undefined

/** The endpoints of a clause or open point; undefined if it may be any. */
export function endpointsConcerned(id: ClauseId | OpenPointId): ReadonlySet<EndpointName> | undefined {
  if (OF_ANY_ANSWER.test(id)) return undefined
  known ??= citedBy()
  return known.get(id)
}

/** The OpenAPI document cites clauses and open points at operations. */
function citedBy(): Map<string, Set<EndpointName>> {
  const document = openapiDocument()
  const found = new Map<string, Set<EndpointName>>()
  for (const { name, method, path } of ENDPOINTS) {
    const operation = (document.paths[path] as Record<string, unknown>)[method.toLowerCase()]
    for (const id of citationsIn(operation, document, new Set())) {
      found.set(id, (found.get(id) ?? new Set<EndpointName>()).add(name))
    }
  }
  return found
}

function* citationsIn(value: unknown, document: object, seen: Set<unknown>): Generator<string> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  const { 'x-clauses': clauses = [], 'x-open': open = [], $ref } = value as Record<string, unknown>
  yield* [...(clauses as string[]), ...(open as string[])]
  if (typeof $ref === 'string') yield* citationsIn(pointedTo($ref, document), document, seen)
  for (const each of Object.values(value)) yield* citationsIn(each, document, seen)
}

function pointedTo(ref: string, document: object): unknown {
  let here: unknown = document
  for (const step of ref.split('/').slice(1)) here = (here as Record<string, unknown>)[step]
  return here
}
