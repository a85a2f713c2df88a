import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import type { RequestTemplate } from '../../engine/history/entry/exchange.ts'
import { withHeader } from '../../engine/http/requests.ts'

/** Another way to send a body: a server that accepts it still has to check the content. */
export type Manner = { what: string; of(request: RequestTemplate): RequestTemplate }

const without = (request: RequestTemplate, header: string): RequestTemplate => ({
  ...request,
  headers: request.headers.filter(([name]) => name.toLowerCase() !== header.toLowerCase()),
})

const saying = (request: RequestTemplate, header: string, value: string) =>
  withHeader(without(request, header), header, value)

export const labelled = (request: RequestTemplate, label: string) => saying(request, 'Content-Type', label)

const said = (header: string, value: string): Manner => ({
  what: `with ${header}: ${value}`,
  of: (request) => saying(request, header, value),
})

export const MANNERS: readonly Manner[] = [
  { what: 'without a Content-Type', of: (request) => without(request, 'Content-Type') },
  ...[
    'text/plain',
    'application/xml',
    'application/vnd.api+json',
    'application/json; charset=utf-8',
    'application/json; charset=iso-8859-1',
    'application/json; version=2',
    'application/octet-stream',
    'application/x-www-form-urlencoded',
    'text/json',
    'APPLICATION/JSON',
  ].map((label) => said('Content-Type', label)),
  ...['text/event-stream', 'text/html', 'application/vnd.api+json'].map((wanted) => said('Accept', wanted)),
  {
    what: 'compressed with gzip',
    of: (request) => ({
      ...withHeader(request, 'Content-Encoding', 'gzip'),
      body: gzipSync(request.body ?? '').toString('latin1'),
      bytes: true,
    }),
  },
]

/** Values that each run tries, and values that are only sampled at random, together with those. */
type Values = { always?: readonly string[]; byChance: readonly string[] }

const all = ({ always = [], byChance }: Values) => [...always, ...byChance]

/** Without TRACE and CONNECT, which proxies answer themselves. */
const METHODS: Values = {
  always: ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'GET'],
  byChance: ['QUERY', 'PROPFIND', 'LOCK', 'get', 'Post', 'X'],
}

const ALWAYS_METHODS = METHODS.always!
const ALL_METHODS = all(METHODS)

/** Complete queries; random ones are combined from names and values. */
const ALWAYS_QUERIES = ['%zz=%', `limit=-1&page=${'9'.repeat(30)}&sort[]=x&__proto__[x]=1`]

/** Headers that keep the meaning of the request: no method override, range or condition, for which HTTP defines other responses. */
const HEADERS: Readonly<Record<string, Values>> = {
  Accept: {
    always: ['image/png', ';;;q=x'],
    byChance: ['*/*;q=0', 'application/json;q=abc', ',,,', 'text/html, application/xhtml+xml', '*'],
  },
  'Accept-Language': { always: ['*-*;q=9'], byChance: ['x', 'tlh', ''] },
  'Accept-Charset': { byChance: ['klingon', 'utf-16'] },
  'Accept-Encoding': { byChance: ['gzip;q=x', 'br, zstd, *;q=0.1', 'gzip, gzip, gzip', 'x-unknown'] },
  'User-Agent': { byChance: ['', '() { :; }; echo x', '%s%n'] },
  Referer: { byChance: ['not an address', 'http://[::1'] },
  Cookie: { byChance: ['=', ';;;', 'session=%00', 'a=b; a=c; __proto__=d'] },
  'X-Forwarded-For': { byChance: ['unknown', '999.999.999.999', '::1, , 10.0.0.1'] },
  'X-Forwarded-Proto': { byChance: ['gopher', ''] },
  Forwarded: { byChance: ['for="[::1"', ';;'] },
  'X-Request-Id': { byChance: ['', '{}', 'a b;c'] },
  traceparent: { byChance: ['00-x', 'ff-00000000000000000000000000000000-0000000000000000-00'] },
  tracestate: { byChance: ['=,=', 'a'] },
  baggage: { byChance: ['=;', '%zz'] },
  'Idempotency-Key': { byChance: ['', '"', '__proto__'] },
  'Cache-Control': { byChance: ['max-age=x', 'no-cache, no-cache'] },
  Pragma: { byChance: ['x'] },
  Prefer: { byChance: ['respond-async, wait=x', 'return='] },
  DNT: { byChance: ['yes'] },
  'X-Api-Version': { byChance: ['-1', '9999', 'null'] },
  'Sec-Fetch-Mode': { byChance: ['x'] },
  From: { byChance: ['@'] },
  'Content-Language': { byChance: ['???'] },
}

type Header = readonly [name: string, value: string]

const ALWAYS_HEADERS = Object.entries(HEADERS).flatMap(([name, { always = [] }]) =>
  always.map((value): Header => [name, value]),
)
const ALL_HEADERS = Object.entries(HEADERS).map(([name, values]) => [name, all(values)] as const)

/** Unusual parts of a valid request: its method, query and headers. */
export type OddRequest = {
  what: string
  method?: string
  query?: string
  headers?: readonly (readonly [name: string, value: string])[]
}

const method = fc
  .oneof(
    fc.constantFrom(...ALL_METHODS),
    fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ-'), minLength: 1, maxLength: 20 }),
  )
  // A server may treat POST in any letter case as a submission.
  .filter((name) => name.toUpperCase() !== 'POST')
  .map((name): OddRequest => ({ what: `the method ${name}`, method: name }))

const name = fc.constantFrom(
  'limit',
  'offset',
  'page',
  'cursor',
  'fields',
  'filter',
  'sort',
  'expand',
  'id',
  'status',
  'model',
  'key',
  'format',
  'callback',
  '__proto__',
  'constructor',
  'a[b]',
  'a[]',
  '_method',
  'v',
  '',
)
const percentEncoded = (byte: number) => `%${byte.toString(16).padStart(2, '0')}`

const value = fc.oneof(
  fc.constantFrom(
    '',
    '-1',
    '0',
    '1e999',
    'NaN',
    'null',
    '%',
    '%zz',
    '%00',
    '%ff%fe',
    '%F0%9F%8E%AC',
    '..%2f..%2f',
    "'",
    '%22',
    '%0d%0aX:1',
    '*',
    '[',
    '{}',
  ),
  fc.integer({ min: 10, max: 60 }).map((length) => '9'.repeat(length)),
  fc.integer({ min: 100, max: 2000 }).map((length) => 'x'.repeat(length)),
  fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 12 }).map((bytes) => bytes.map(percentEncoded).join('')),
)
const query = fc
  .array(fc.tuple(name, value), { minLength: 1, maxLength: 40, size: 'small' })
  .map((pairs) => pairs.map(([each, its]) => `${each}=${its}`).join('&'))
  .map((text): OddRequest => ({ what: `the query ?${text.length > 60 ? `${text.slice(0, 60)}…` : text}`, query: text }))

const known = fc
  .constantFrom(...ALL_HEADERS)
  .chain(([each, values]) => fc.constantFrom(...values).map((its) => [each, its] as const))
const long = fc
  .tuple(fc.constantFrom(...ALL_HEADERS.map(([each]) => each)), fc.integer({ min: 100, max: 3000 }))
  .map(([each, length]) => [each, 'x'.repeat(length)] as const)
const header = fc.oneof({ weight: 4, arbitrary: known }, { weight: 1, arbitrary: long }).map(
  ([each, its]): OddRequest => ({
    what: `the header ${each}: ${its.length > 60 ? `${its.slice(0, 60)}…` : its}`,
    headers: [[each, its]],
  }),
)

const together = (one: OddRequest, other: OddRequest): OddRequest => ({
  ...one,
  ...other,
  what: `${one.what} and ${other.what}`,
  headers: [...(one.headers ?? []), ...(other.headers ?? [])],
})

/** Mostly one oddity, sometimes two. */
export const oddRequest: fc.Arbitrary<OddRequest> = fc.oneof(
  { weight: 1, arbitrary: method },
  { weight: 2, arbitrary: query },
  { weight: 2, arbitrary: header },
  { weight: 1, arbitrary: fc.tuple(query, header).map(([one, other]) => together(one, other)) },
  { weight: 1, arbitrary: fc.tuple(method, fc.oneof(query, header)).map(([one, other]) => together(one, other)) },
)

/** The fixed odd requests of each run, plain enough for proxies. */
export function hostileRequests(request: RequestTemplate): { what: string; request: RequestTemplate }[] {
  const { body: _, ...bodiless } = request
  const method = (name: string) => ({ what: name, request: { ...harmless(bodiless), method: name } })
  const query = (text: string) => ({
    what: `the query ?${text.slice(0, 20)}`,
    request: { ...read(request), path: `${request.path}?${text}` },
  })
  const header = (name: string, value: string) => ({
    what: `${name}: ${value}`,
    request: withHeader(read(request), name, value),
  })
  return [
    ...ALWAYS_METHODS.filter((name) => name !== request.method).map(method),
    ...ALWAYS_QUERIES.map(query),
    ...ALWAYS_HEADERS.map(([name, value]) => header(name, value)),
  ]
}

/** Avoids methods that might delete or change jobs on servers with such extensions. */
export function harmless(request: RequestTemplate): RequestTemplate {
  const folder = request.path.lastIndexOf('/videos/')
  return folder < 0 ? request : { ...request, path: `${request.path.slice(0, folder)}/videos/gatecheck` }
}

/** An empty object, so that a submission cannot become a job. */
function read(request: RequestTemplate): RequestTemplate {
  return request.method === 'POST' ? { ...request, body: '{}' } : request
}
