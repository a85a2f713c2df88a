import { gzipSync } from 'node:zlib'
import type { RequestTemplate } from '../../../engine/history/entry/exchange.ts'
import { withHeader } from '../../../engine/http/requests.ts'

/** How else a body may be sent: whoever takes it on looks at what is in it all the same. */
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
