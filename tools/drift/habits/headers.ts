import type { Header } from '../../../engine/history/entry/exchange.ts'

/** Headers of one transfer, or of a proxy: they say nothing about the interface, and clients do not read them. */
const OF_THE_TRANSFER = new Set([
  'accept-ranges',
  'age',
  'alt-svc',
  'connection',
  'content-length',
  'date',
  'etag',
  'expires',
  'keep-alive',
  'last-modified',
  'nel',
  'proxy-connection',
  'report-to',
  'reporting-endpoints',
  'server',
  'server-timing',
  'set-cookie',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'vary',
  'via',
  'x-cache',
  'x-powered-by',
  'x-runtime',
  'x-served-by',
  'x-timer',
])
const FAMILIES = /^(cf-|x-amz-|x-amzn-|x-envoy-|x-fastly-|x-vercel-|fly-|x-b3-|x-cloud-|x-goog-|x-azure-|x-nginx-)/

/** Headers with a fixed vocabulary, where a new word is a change. */
const IN_WORDS = new Set(['content-type', 'content-encoding', 'content-language', 'cache-control', 'allow', 'pragma'])

export type SeenHeader = { name: string; value: string; isInWords: boolean }

/** The headers that matter to clients, with normalized names. */
export function headersThatMatter(headers: readonly Header[]): SeenHeader[] {
  const values = new Map<string, string>()
  for (const [name, value] of headers) {
    const lower = name.toLowerCase()
    if (OF_THE_TRANSFER.has(lower) || FAMILIES.test(lower)) continue
    const before = values.get(lower)
    values.set(lower, before === undefined ? value : `${before}, ${value}`)
  }
  return [...values].flatMap(([name, value]) => partsOf(name, value))
}

/** Splits a challenge's scheme and a media type from their parameters. */
function partsOf(name: string, value: string): SeenHeader[] {
  if (name === 'content-type') {
    const [type = '', ...parameters] = value
      .toLowerCase()
      .split(';')
      .map((part) => part.trim())
    const more = parameters.filter(Boolean).sort().join('; ')
    return [
      { name, value: type, isInWords: true },
      ...(more ? [{ name: `${name} parameters`, value: more, isInWords: true }] : []),
    ]
  }
  if (name === 'www-authenticate') return [{ name, value: value.split(/[\s,]/)[0]!.toLowerCase(), isInWords: true }]
  const isInWords = IN_WORDS.has(name) || name.startsWith('access-control-')
  return [{ name, value: isInWords ? sorted(value) : value, isInWords }]
}

const sorted = (value: string) =>
  value
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .sort()
    .join(', ')
