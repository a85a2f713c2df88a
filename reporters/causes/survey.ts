import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { REPRODUCTION } from '../../engine/history/entry/senders.ts'
import { succeeded } from '../../engine/history/reading/reading.ts'
import { authorizationsIn, keyOf } from '../../engine/history/reading/request-key.ts'
import type { Recording } from '../../engine/history/recording.ts'
import { stableWords } from '../../engine/judge/stable-words.ts'
import { ENDPOINTS, type EndpointName } from '../../spec/endpoints.ts'
import { formOf } from '../comparing/likeness.ts'
import { type Framework, frameworkOf, isNoRoute, isProxy } from './frameworks.ts'

/** Findings about the server from the whole history. */
export type Survey = {
  /**
   * Endpoints that no valid request reaches, and those that refuse a key that works elsewhere, each with an exchange.
   */
  missing: Map<EndpointName, number>
  refused: Map<EndpointName, number>
  /** No endpoint that checks keys accepts the key. */
  isRefusedEverywhere: boolean
  /**
   * Responses spoiled by the unread body of the preceding request on the connection, with the number of that request.
   */
  spoiled: Map<number, number>
  framework?: Framework
}

export function surveyOf(history: Recording, baseUrl: string): Survey {
  const connections = connectionsWatched()
  const controls = new Map<EndpointName, Exchange[]>()
  const frameworks = new Map<Framework, number>()
  /** Endpoints that need no key. */
  const open = new Set<EndpointName>()
  for (const entry of history) {
    if (entry.kind !== 'exchange') continue
    connections.see(entry)
    const framework = entry.answer && frameworkOf(entry)
    if (framework) frameworks.set(framework, (frameworks.get(framework) ?? 0) + 1)
    const endpoint = endpointOf(entry, baseUrl)
    if (endpoint !== undefined && succeeded(entry) && authorizationsIn(entry.request).length === 0) open.add(endpoint)
    if (endpoint !== undefined && isControl(entry))
      controls.set(endpoint, [...(controls.get(endpoint) ?? []).slice(-MOST), entry])
  }
  const spoiled = connections.spoiled()
  const missing = new Map<EndpointName, number>()
  const refused = new Map<EndpointName, number>()
  for (const [endpoint, all] of controls) {
    const own = all.filter(({ n, answer }) => answer && !spoiled.has(n))
    if (own.length === 0) continue
    if (own.every((each) => isUnrouted(each, endpoint))) missing.set(endpoint, own[0]!.n)
    else if (own.every(({ answer }) => answer!.status === 401 || answer!.status === 403))
      refused.set(endpoint, own[0]!.n)
  }
  const isRefusedEverywhere = ![...controls].some(([endpoint, all]) => !open.has(endpoint) && all.some(succeeded))
  // If no endpoint accepts the key, it is a set-up problem.
  if (![...controls.values()].flat().some(succeeded)) refused.clear()
  const [framework] = [...frameworks.keys()].toSorted(
    (a, b) => Number(isProxy(a)) - Number(isProxy(b)) || frameworks.get(b)! - frameworks.get(a)!,
  )
  return { missing, refused, isRefusedEverywhere, spoiled, ...(framework && { framework }) }
}

const MOST = 50
const LONGEST_PAGE = 60
const NO_ROUTE: readonly number[] = [404, 405, 501]

/** For a job of this run, a 404 may also mean that the job was not found. */
function isUnrouted(exchange: Exchange, endpoint: EndpointName): boolean {
  const { status } = exchange.answer!
  if (isNoRoute(exchange)) return true
  return NO_ROUTE.includes(status) && (status !== 404 || endpoint !== 'GET /videos/{id}')
}

function isControl({ request, purpose }: Exchange): boolean {
  const { by, part, wrong, open, foreign, near, keyLeftOut } = purpose
  if (
    by === REPRODUCTION ||
    part === 'probe' ||
    wrong ||
    open ||
    foreign !== undefined ||
    near !== undefined ||
    keyLeftOut
  )
    return false
  const key = keyOf(request)
  return key === 'A'
}

/** The endpoint of a request, ignoring the query. */
export function endpointOf({ request }: Exchange, baseUrl: string): EndpointName | undefined {
  const base = new URL(baseUrl).pathname.replace(/\/$/, '')
  const form = formOf(request.path)
  return ENDPOINTS.find(({ method, path }) => method === request.method && base + path === form)?.name
}

type Suspect = { n: number; before: number; page: string; isQuoted: boolean; like: string }

/**
 * A server that responds before reading the body parses the body as the next request. Such a response quotes the body,
 * or other requests of the same kind get such a response only after a refused body.
 */
function connectionsWatched() {
  const last = new Map<number, Exchange>()
  const suspects: Suspect[] = []
  const elsewhere = new Set<string>()
  const answeredOtherwise = new Map<string, Set<string>>()
  return {
    see(exchange: Exchange): void {
      const { n, connection, http2, request, answer, failure } = exchange
      const before = connection === undefined || http2 ? undefined : last.get(connection)
      if (connection !== undefined) last.set(connection, exchange)
      const like = JSON.stringify([request.method, formOf(request.path), authorizationsIn(request)])
      const isBad = answer
        ? answer.status >= 400 && answer.status !== 401
        : failure?.kind === 'malformed' || failure?.kind === 'reset'
      const page = answer ? `${answer.status} ${stableWords(answer.body).slice(0, LONGEST_PAGE)}` : `${failure?.kind}`
      const isAfterBody = before?.answer !== undefined && !succeeded(before) && (before.request.body ?? '') !== ''
      if (isBad && isAfterBody) {
        suspects.push({ n, before: before.n, page, isQuoted: quotes(exchange, before.request.body!), like })
        return
      }
      if (isBad) elsewhere.add(page)
      else if (answer) answeredOtherwise.set(like, (answeredOtherwise.get(like) ?? new Set()).add(page))
    },
    spoiled(): Map<number, number> {
      const proven = new Set(
        suspects.flatMap(({ page, isQuoted, like }) =>
          isQuoted || (!elsewhere.has(page) && answeredOtherwise.has(like)) ? [page] : [],
        ),
      )
      const isSpoiled = ({ page, isQuoted }: Suspect) => isQuoted || (proven.has(page) && !elsewhere.has(page))
      return new Map(suspects.filter(isSpoiled).map(({ n, before }) => [n, before]))
    },
  }
}

const LENGTH_OF_QUOTE = 24
const SHORTEST_QUOTE = 8

/** The response contains the beginning of the body, or its end followed by the method of the next request. */
function quotes({ request, answer }: Exchange, body: string): boolean {
  if (!answer) return false
  const start = body.slice(0, LENGTH_OF_QUOTE)
  const text = `${answer.statusText ?? ''}\n${answer.body}`.replaceAll('&quot;', '"').replaceAll('\\"', '"')
  if (text.includes(body.slice(-LENGTH_OF_QUOTE) + request.method)) return true
  return start.length >= SHORTEST_QUOTE && !request.body?.includes(start) && text.includes(start)
}
