import type { Header, RequestTemplate } from '../entry/exchange.ts'

const any = () => true

/** Headers that ordinary clients send, and whether a value is usual. */
const USUAL: Record<string, (value: string) => boolean> = {
  authorization: any,
  host: any,
  'user-agent': any,
  accept: (value) => /\bjson\b|\*\/\*/i.test(value),
  'accept-encoding': (value) =>
    /^(\s*(x-gzip|gzip|deflate|br|zstd|dcb|dcz|(x-)?compress|identity|\*)(\s*;\s*q=[01](\.\d+)?)?\s*(,|$))*$/i.test(
      value,
    ),
  'accept-language': (value) => /^[\w\s*,;=.-]*$/.test(value),
  connection: (value) => /^(keep-alive|close)$/i.test(value),
  'keep-alive': any,
  'content-type': (value) => /^application\/json(;\s*charset="?utf-8"?)?$/i.test(value),
  'content-length': (value) => /^\d+$/.test(value),
  'cache-control': (value) => /^(no-cache|no-store|max-age=0)$/i.test(value),
  pragma: (value) => /^no-cache$/i.test(value),
  priority: any,
  referer: any,
  dnt: any,
  traceparent: any,
  tracestate: any,
  baggage: any,
  'sentry-trace': any,
  'x-request-id': any,
  'x-correlation-id': any,
}
const USUAL_FAMILIES = /^(sec-(ch|fetch|gpc)|x-stainless-|x-datadog-|x-b3-)/

const isUsual = ([name, value]: Header) => {
  const lower = name.toLowerCase()
  return (Object.hasOwn(USUAL, lower) && USUAL[lower]!(value)) || USUAL_FAMILIES.test(lower)
}

/** No header justifies another response than a plain client gets. */
export function isPlain({ headers }: RequestTemplate): boolean {
  const showsAKey = headers.some(([name]) => name.toLowerCase() === 'authorization')
  // With a key, cookies do not identify the sender.
  return headers.every((header) => isUsual(header) || (showsAKey && header[0].toLowerCase() === 'cookie'))
}

const UNUSUAL =
  /^(range|if-.*|expect|prefer|content-encoding|transfer-encoding|upgrade|x-http-method.*|x-method.*|.*api-version|.*accept-version|.*idempotency.*|cookie)$/

/** A header requests another response than the usual one. Unknown headers do not. */
export const asksForSomethingElse = ({ headers }: Pick<RequestTemplate, 'headers'>): boolean =>
  headers.some((header) => {
    const name = header[0].toLowerCase()
    return UNUSUAL.test(name) || (Object.hasOwn(USUAL, name) && !isUsual(header))
  })
