import manifest from '../../package.json' with { type: 'json' }
import type { Content, JournalEntry } from './entry.ts'
import { isoTime } from './iso-time.ts'
import { masked } from './masked.ts'

type Pair = { name: string; value: string }
type Headers = readonly (readonly [name: string, value: string])[]

const CREATOR = { name: 'gatecheck', version: manifest.version }

/** HAR 1.2 in chunks, so that a long journal is never one string. */
export function* harOf(
  entries: Iterable<JournalEntry>,
  origin: string,
  written: (value: unknown) => string = JSON.stringify,
): Generator<string> {
  yield `{"log":{"version":"1.2","creator":${written(CREATOR)},"entries":[`
  let separator = '\n'
  for (const entry of entries) {
    yield separator + written(harEntry(entry, origin))
    separator = ',\n'
  }
  yield '\n]}}\n'
}

/** HAR reserves names with a leading underscore for custom fields. */
function harEntry(entry: JournalEntry, origin: string) {
  const { n, at, ms, account, key, job, played, answer } = entry
  return {
    startedDateTime: isoTime(at),
    time: ms,
    request: requestOf(entry, origin),
    response: answer ? responseOf(answer) : NEVER_ANSWERED,
    cache: {},
    // Only the total is measured.
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: ms, receive: 0 },
    _n: n,
    ...(account !== null && { _account: account }),
    ...(key && { _key: key }),
    ...(job !== null && { _job: job }),
    ...(played.length > 0 && { _played: played }),
  }
}

/** As browsers export failed requests. */
const NEVER_ANSWERED = {
  status: 0,
  statusText: '',
  httpVersion: '',
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: 'x-unknown' },
  redirectURL: '',
  headersSize: -1,
  bodySize: -1,
  _error: 'connection closed without a response',
}

function requestOf({ request: { method, url, headers, body } }: JournalEntry, origin: string) {
  return {
    method,
    url: urlOf(url, origin),
    httpVersion: 'HTTP/1.1',
    // Left out: cookie values may be credentials.
    cookies: [],
    headers: headers.map(pair),
    queryString: queryOf(url),
    ...(body.text !== null && { postData: { mimeType: named(headers, 'content-type') ?? '', ...textOf(body) } }),
    headersSize: -1,
    bodySize: body.bytes,
  }
}

function responseOf({ status, headers, body }: NonNullable<JournalEntry['answer']>) {
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headers.map(pair),
    content: { size: body.bytes, mimeType: named(headers, 'content-type') ?? 'x-unknown', ...textOf(body) },
    redirectURL: named(headers, 'location') ?? '',
    headersSize: -1,
    bodySize: -1,
  }
}

function textOf({ bytes, text, isWhole }: Content) {
  return { ...(text !== null && { text }), ...(!isWhole && { _truncated: `only the start of ${bytes} bytes` }) }
}

/** As sent, with characters escaped that are invalid in a URL. */
function urlOf(url: string, origin: string): string {
  const encoded = withoutOrigin(url)
    .toWellFormed()
    .replace(/%(?![0-9A-Fa-f]{2})|[^!$%&'()*+,./0-9:;=?@A-Z_a-z~-]/gu, (character) => encodeURIComponent(character))
  return `${origin}${encoded.startsWith('/') ? '' : '/'}${encoded}`
}

function withoutOrigin(url: string): string {
  return url.replace(/^https?:\/\/[^/?]*/i, '')
}

/** Masked again, because decoding may reveal a key. */
function queryOf(url: string): Pair[] {
  const [, ...query] = url.split('?')
  return [...new URLSearchParams(query.join('?'))].map(([name, value]) => pair([masked(name), masked(value)]))
}

function pair([name, value]: readonly [name: string, value: string]): Pair {
  return { name, value }
}

function named(headers: Headers, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1]
}
