import { randomInt } from 'node:crypto'
import { ENDPOINTS, type EndpointName, endpoint } from '../../spec/endpoints.ts'
import { FIELDS } from '../../spec/words.ts'
import { below, type Target } from '../config/target.ts'
import { SUITE } from '../config/version.ts'
import type { Header, RequestTemplate } from '../history/entry/exchange.ts'
import { parseJson } from '../history/reading/reading.ts'
import { asItWas, type KeyName, recipesIn, withoutRecipes } from '../keys/placeholders.ts'
import type { Vault } from '../keys/vault.ts'
import type { RawRequest } from './transport/response-reader.ts'

export type RequestOptions = { key?: KeyName; id?: string; body?: string }

/** A valid request to an endpoint: what a plain client sends. */
export function requestTo(
  target: Target,
  name: EndpointName,
  { key = 'A', id, body }: RequestOptions = {},
): RequestTemplate {
  const { method, path } = endpoint(name)
  const headers: Header[] = [['Authorization', `Bearer {{${key}}}`]]
  if (method === 'POST') headers.push(['Content-Type', 'application/json'])
  return {
    method,
    path: below(
      target,
      path.replace('{id}', () => inPath(id ?? '')),
    ),
    headers,
    ...(body !== undefined && { body }),
  }
}

/** An id as part of a path. Keeps placeholders; a lone surrogate is sent as U+FFFD. */
export function inPath(id: string): string {
  return changeAroundPlaceholders(id, (text) => encodeURIComponent(asItWas(text).toWellFormed()))
}

/** The id in a path, as responses show it in a history. */
export function idIn({ path }: RequestTemplate): string | undefined {
  try {
    const id = path.slice(path.lastIndexOf('/') + 1)
    return changeAroundPlaceholders(id, (text) => withoutRecipes(decodeURIComponent(text)))
  } catch {
    return undefined
  }
}

function changeAroundPlaceholders(text: string, change: (text: string) => string): string {
  let changed = ''
  let done = 0
  for (const recipe of recipesIn(text)) {
    changed += change(text.slice(done, recipe.at)) + recipe.text
    done = recipe.at + recipe.text.length
  }
  return changed + change(text.slice(done))
}

export function withAuthorization(request: RequestTemplate, ...values: string[]): RequestTemplate {
  const others = request.headers.filter(([name]) => name.toLowerCase() !== 'authorization')
  return { ...request, headers: [...values.map((value): Header => ['Authorization', value]), ...others] }
}

export function withHeader(request: RequestTemplate, name: string, value: string): RequestTemplate {
  return { ...request, headers: [...request.headers, [name, value]] }
}

/** The endpoint of a request; undefined for another method or path. */
export function endpointOf({ method, path }: RequestTemplate, target: Target): EndpointName | undefined {
  if (!path.startsWith(below(target, '/'))) return undefined
  const rest = path.slice(target.basePath.length).split('?')[0]!
  const isThis = (each: string) => (each.endsWith('{id}') ? /^\/videos\/[^/]+$/.test(rest) : each === rest)
  return ENDPOINTS.find((each) => each.method === method && isThis(each.path))?.name
}

export function isSubmission({ method, path }: RequestTemplate, target: Target): boolean {
  return method === 'POST' && path === below(target, '/videos')
}

const MAY_NAME_A_DURATION = /duration|\\u/

/** Each `duration` in a text: a server may read a number from a string or a list, or use the first of two. */
const DURATIONS = /"duration"\s*:[\s["+]*(\d[\d.]*(?:e[+-]?\d+)?)/gi

/** Maximum seconds of video of a job of this body. At least 1, because a plan counts how many jobs fit into its seconds. */
export const videoSecondsOf = (body: string): number => Math.max(FIELDS.duration.least, secondsIn(body))

function secondsIn(body: string): number {
  if (!MAY_NAME_A_DURATION.test(body)) return FIELDS.duration.default
  const written = [...body.matchAll(DURATIONS)].map(([, digits]) => Number(digits)).filter(Number.isFinite)
  if (written.length > 0) return Math.max(...written)
  const value = parseJson(body)?.value as { duration?: unknown } | null | undefined
  const duration = typeof value === 'object' && value !== null ? value.duration : undefined
  return typeof duration === 'number' && duration >= 0 && Number.isFinite(duration) ? duration : FIELDS.duration.default
}

/** Omits characters that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const NAME_LENGTH = 8

/** Part of the User-Agent, so that operators find the requests of a run. */
export const newRunName = (): string =>
  Array.from({ length: NAME_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

export const userAgentOf = (run: string | undefined): Header => [
  'User-Agent',
  `${SUITE.name}/${SUITE.version}${run === undefined ? '' : ` (run ${run})`}`,
]

type Added = { userAgent: Header; traceparent?: string | undefined }

/** Fills keys in, and adds the User-Agent unless the request is `plain` or has its own. */
export function filledBy(vault: Vault, request: RequestTemplate, { userAgent, traceparent }: Added): RawRequest {
  const { method, path, headers, body, bytes, inPieces, plain } = request
  const hasOwn = plain !== undefined || headers.some(([name]) => name.toLowerCase() === 'user-agent')
  const text = body === undefined ? undefined : vault.fill(body)
  const filled = headers.map(([name, value]): Header => [name, vault.fill(value)])
  return {
    method,
    path: vault.fill(path),
    headers: [
      ...(hasOwn ? [] : [userAgent]),
      ...filled,
      ...(traceparent === undefined ? [] : [['traceparent', traceparent] as const]),
    ],
    ...(text !== undefined && { body: bytes ? Buffer.from(text, 'latin1') : text }),
    ...(inPieces && { inPieces }),
  }
}
