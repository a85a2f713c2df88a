import { isUtf8 } from 'node:buffer'
import type { Exchange, RequestTemplate } from '../../engine/history/entry/exchange.ts'
import { recipesIn } from '../../engine/keys/placeholders.ts'
import { type Bounds, keep } from './bounds.ts'
import { cookiesSent, headerNamed, headersOf } from './headers.ts'

const MOST_RECIPES = 20

export function requestOf(
  { request, http2, passing }: Pick<Exchange, 'request' | 'http2' | 'passing'>,
  baseUrl: string,
  bounds: Bounds,
) {
  const { method, headers, body } = request
  const path = keep(request.path, bounds.value)
  const url = urlOf(path.text, baseUrl)
  return {
    method,
    url,
    httpVersion: http2 ? 'HTTP/2' : `HTTP/${passing?.http ?? '1.1'}`,
    cookies: cookiesSent(headers, bounds),
    ...headersOf(headers, bounds),
    queryString: queryOf(path.text),
    ...(body !== undefined && { postData: postDataOf(request, body, bounds) }),
    headersSize: -1,
    bodySize: sizeOf(request),
    ...(!url.endsWith(path.text) && { _path: path.text }),
    ...(path._truncated !== undefined && { _truncated: path._truncated }),
  }
}

/** The keys in the request and how they were changed. */
export function recipesOf({ path, headers, body = '' }: RequestTemplate): string[] {
  const texts = [path, ...headers.flat(), body]
  return [...new Set(texts.flatMap((each) => recipesIn(each).map(({ text }) => text)))].slice(0, MOST_RECIPES)
}

/** The path as sent. Dots are kept, since they may be the probe; invalid characters are percent-encoded. */
export function urlOf(path: string, baseUrl: string): string {
  const encoded = path
    .toWellFormed()
    .replace(/%(?![0-9A-Fa-f]{2})|[^!$%&'()*+,./0-9:;=?@A-Z_a-z~-]/gu, (character) => encodeURIComponent(character))
  return `${new URL(baseUrl).origin}${encoded.startsWith('/') ? '' : '/'}${encoded}`
}

function queryOf(path: string): { name: string; value: string }[] {
  const [, ...query] = path.split('?')
  return [...new URLSearchParams(query.join('?'))].map(([name, value]) => ({ name, value }))
}

/** HAR 1.2 has no `encoding` for request bodies, only for responses. */
function postDataOf({ headers, bytes }: RequestTemplate, body: string, { body: most, value }: Bounds) {
  const mimeType = keep(headerNamed(headers, 'content-type') ?? '', value).text
  const kept = keep(body, most)
  if (!bytes) return { mimeType, ...kept }
  const sent = Buffer.from(kept.text, 'latin1')
  if (isUtf8(sent)) return { mimeType, ...kept, text: sent.toString() }
  return { mimeType, ...kept, text: sent.toString('base64'), _encoding: 'base64' }
}

/** Hides the length of a key. */
function sizeOf({ body, bytes }: RequestTemplate): number {
  if (body === undefined) return 0
  if (recipesIn(body).length > 0) return -1
  return bytes ? body.length : Buffer.byteLength(body)
}
