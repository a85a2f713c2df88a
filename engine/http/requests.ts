import { ENDPOINTS, type EndpointName, endpoint } from '../../spec/endpoints.ts'
import { FIELDS } from '../../spec/words.ts'
import { below, type Target } from '../config/target.ts'
import type { Header, RequestTemplate } from '../history/entry/exchange.ts'
import { parseJson } from '../history/reading/reading.ts'
import { asItWas, type KeyName, recipesIn, withoutRecipes } from '../keys/recipes.ts'

export type RequestOptions = { key?: KeyName; id?: string; body?: string }

/** A good request to an endpoint: what a plain client sends, and nothing else. */
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

/**
 * An id as it stands in a path. Percent-encoded braces begin no recipe, so what stands for them is taken back first; a
 * recipe in it stays one, for it is filled in when it is sent. Half of a character, which an altered id may be left
 * with, has no bytes of its own: what stands for any such half is sent in its place.
 */
export function inPath(id: string): string {
  return besideRecipes(id, (text) => encodeURIComponent(asItWas(text).toWellFormed()))
}

/** The id that a path asks for, as answers show it in a history. */
export function idIn({ path }: RequestTemplate): string | undefined {
  try {
    const id = path.slice(path.lastIndexOf('/') + 1)
    return besideRecipes(id, (text) => withoutRecipes(decodeURIComponent(text)))
  } catch {
    return undefined
  }
}

function besideRecipes(text: string, change: (text: string) => string): string {
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

/** The endpoint that a request asks, query or not; none where its method or its path is another one. */
export function endpointOf({ method, path }: RequestTemplate, target: Target): EndpointName | undefined {
  if (!path.startsWith(below(target, '/'))) return undefined
  const rest = path.slice(target.basePath.length).split('?')[0]!
  const isThis = (each: string) => (each.endsWith('{id}') ? /^\/videos\/[^/]+$/.test(rest) : each === rest)
  return ENDPOINTS.find((each) => each.method === method && isThis(each.path))?.name
}

export function isSubmission({ method, path }: RequestTemplate, target: Target): boolean {
  return method === 'POST' && path === below(target, '/videos')
}

/** As it is, or with some of its characters escaped. */
const MAY_NAME_A_DURATION = /duration|\\u/

/** Of each `duration` in a text: a server may read a number from a string or a list, or take the first of two. */
const DURATIONS = /"duration"\s*:[\s["+]*(\d[\d.]*(?:e[+-]?\d+)?)/gi

/** The most video that a job of such a body may have. */
export function videoSecondsOf(body: string): number {
  if (!MAY_NAME_A_DURATION.test(body)) return FIELDS.duration.default
  const written = [...body.matchAll(DURATIONS)].map(([, digits]) => Number(digits)).filter(Number.isFinite)
  if (written.length > 0) return Math.max(...written)
  const value = parseJson(body)?.value as { duration?: unknown } | null | undefined
  const duration = typeof value === 'object' && value !== null ? value.duration : undefined
  return typeof duration === 'number' && duration >= 0 && Number.isFinite(duration) ? duration : FIELDS.duration.default
}
