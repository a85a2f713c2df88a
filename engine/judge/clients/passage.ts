import { ENDPOINTS, type EndpointName } from '../../../spec/endpoints.ts'
import type { Target } from '../../config/target.ts'
import type { Elsewhere, Exchange, RequestTemplate } from '../../history/entry/exchange.ts'
import { asItWas } from '../../keys/placeholders.ts'

/** One exchange of a client. Times are milliseconds since the recording began. */
export type Passage = {
  n: number
  /** When the request arrived. */
  at: number
  /** When the last byte of the response was forwarded, or the response failed. */
  end: number
  /** Name of the client's key, and the process if known. */
  client: string | undefined
  exchange: Exchange | Elsewhere
  /** Undefined outside the base URL. */
  asked: AskedFor | undefined
  /** Status of a complete response. */
  status: number | undefined
  /** No response came, or the client did not get all of it. */
  isLost: boolean
}

/** The target of a request below the base URL, parsed leniently. */
export type AskedFor = {
  /** Undefined for other paths and methods. */
  endpoint: EndpointName | undefined
  /** Below the base URL, without query. */
  path: string
  /** The decoded id; undefined if it cannot be decoded. */
  id?: string | undefined
  hasSlashAtTheEnd: boolean
}

/** Undefined outside the base URL. */
export function askedOf({ method, path: whole }: RequestTemplate, target: Target): AskedFor | undefined {
  if (!whole.startsWith(`${target.basePath}/`)) return undefined
  const path = whole.slice(target.basePath.length).split('?')[0]!
  const hasSlashAtTheEnd = path.length > 1 && path.endsWith('/') && !path.endsWith('//')
  const plain = hasSlashAtTheEnd ? path.slice(0, -1) : path
  const segment = /^\/videos\/([^/]+)$/.exec(plain)?.[1]
  const endpoint = ENDPOINTS.find(
    (each) => each.method === method && (each.path.endsWith('{id}') ? segment !== undefined : each.path === plain),
  )?.name
  return {
    endpoint,
    path,
    hasSlashAtTheEnd,
    ...(endpoint === 'GET /videos/{id}' && segment !== undefined && { id: decoded(segment) }),
  }
}

export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(asItWas(text))
  } catch {
    return undefined
  }
}

export const isAtTheInterface = (passage: Passage): passage is Passage & { exchange: Exchange; asked: AskedFor } =>
  passage.exchange.kind === 'exchange' && passage.asked !== undefined

export const isSubmission = ({ asked }: Passage): boolean => asked?.endpoint === 'POST /videos'
export const isPoll = ({ asked }: Passage): boolean => asked?.endpoint === 'GET /videos/{id}' && asked.id !== undefined

/** The response says nothing about the request, which may be repeated at once. */
export const showedNothing = ({ isLost, status }: Passage): boolean =>
  isLost || status === undefined || status >= 500 || (status >= 300 && status < 400 && status !== 304)

export const isTakenOn = ({ isLost, status }: Passage): boolean =>
  !isLost && status !== undefined && status >= 200 && status < 300

/**
 * Whether the client had read a response when it sent a later request. On one connection this is certain only if no other
 * request was queued on it.
 */
export function knew(
  later: Passage,
  earlier: Passage,
  transitMs: number,
  connectionTells = true,
): 'yes' | 'no' | 'perhaps' {
  if (later.at < earlier.end || later.exchange.sent < earlier.exchange.received) return 'no'
  if (later.at - earlier.end >= transitMs) return 'yes'
  return connectionTells && isOnOneConnection(later.exchange, earlier.exchange) ? 'yes' : 'perhaps'
}

/** HTTP/1 clients send one request at a time on a connection. */
function isOnOneConnection(one: Exchange | Elsewhere, other: Exchange | Elsewhere): boolean {
  const isHttp1 = ({ passing }: Exchange | Elsewhere) => passing?.http === '1.0' || passing?.http === '1.1'
  return one.connection !== undefined && one.connection === other.connection && isHttp1(one) && isHttp1(other)
}
