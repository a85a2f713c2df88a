import type { Header } from '../../../engine/history/entry/exchange.ts'

/** Start line and headers of a message, as sent. */
export type Head = { first: string; headers: Header[] }

export type RequestLine = { method: string; path: string; http: '1.0' | '1.1' }
export type StatusLine = { status: number; statusText: string }

/**
 * How the end of a body is determined. `another head`: an interim response. `unknown`: the rest is forwarded unparsed.
 */
export type Framing =
  | { kind: 'none' }
  | { kind: 'length'; bytes: number }
  | { kind: 'chunks' }
  | { kind: 'until closed' }
  | { kind: 'another head' }
  | { kind: 'unknown'; why: string }

const NONE: Framing = { kind: 'none' }
const CHUNKS: Framing = { kind: 'chunks' }
const UNTIL_CLOSED: Framing = { kind: 'until closed' }
const ANOTHER_HEAD: Framing = { kind: 'another head' }
const unknown = (why: string): Framing => ({ kind: 'unknown', why })

const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]+) (\S+) HTTP\/(1\.[01])$/
const STATUS_LINE = /^HTTP\/1\.[01] ([1-9]\d\d)(?: (.*))?$/
const FIELD = /^([!#$%&'*+.^_`|~\w-]+):[\t ]*(.*?)[\t ]*$/

/** Undefined for a line that is not a field, such as obsolete line folding, which parsers treat differently. */
export function fieldIn(line: string): Header | undefined {
  const [, name, value] = FIELD.exec(line) ?? []
  return name === undefined ? undefined : [name, value!]
}

export function requestLineOf({ first }: Head): RequestLine | undefined {
  const [, method, path, http] = REQUEST_LINE.exec(first) ?? []
  return method === undefined ? undefined : { method, path: path!, http: http as RequestLine['http'] }
}

export function statusLineOf({ first }: Head): StatusLine | undefined {
  const [, status, statusText = ''] = STATUS_LINE.exec(first) ?? []
  return status === undefined ? undefined : { status: Number(status), statusText }
}

/** RFC 9112, section 6.3; undefined if two parsers could differ, since the rest must not be interpreted then. */
export function framingOfRequest(head: Head): Framing {
  const line = requestLineOf(head)
  if (!line) return unknown('a request is not HTTP/1')
  if (line.method === 'CONNECT') return unknown('CONNECT requests a tunnel')
  const said = framingSaid(head)
  return said ?? NONE
}

export function framingOfAnswer(head: Head, method: string | undefined): Framing {
  const line = statusLineOf(head)
  if (!line) return unknown('a response is not HTTP/1')
  if (line.status === 101) return unknown('the connection switched to another protocol')
  if (line.status < 200) return ANOTHER_HEAD
  if (method === 'CONNECT' && line.status < 300) return unknown('the connection is a tunnel')
  if (method === 'HEAD' || line.status === 204 || line.status === 304) return NONE
  const said = framingSaid(head)
  if (said?.kind === 'unknown' && codingsOf(head).length > 0 && lengthsOf(head).length === 0) return UNTIL_CLOSED
  return said ?? UNTIL_CLOSED
}

function framingSaid(head: Head): Framing | undefined {
  const codings = codingsOf(head)
  const lengths = lengthsOf(head)
  if (codings.length > 0) {
    if (lengths.length > 0) return unknown('a message has both Content-Length and Transfer-Encoding')
    return codings.at(-1) === 'chunked' && codings.indexOf('chunked') === codings.length - 1
      ? CHUNKS
      : unknown('a Transfer-Encoding does not end with chunked')
  }
  const [length] = lengths
  if (length === undefined) return undefined
  if (lengths.some((each) => each !== length) || !/^\d{1,15}$/.test(length))
    return unknown('a Content-Length is invalid')
  return length === '0' ? NONE : { kind: 'length', bytes: Number(length) }
}

const valuesOf = ({ headers }: Head, wanted: string): string[] =>
  headers.flatMap(([name, value]) => (name.length === wanted.length && name.toLowerCase() === wanted ? [value] : []))

const lengthsOf = (head: Head) => valuesOf(head, 'content-length')

const codingsOf = (head: Head): string[] =>
  valuesOf(head, 'transfer-encoding').flatMap((value) => value.split(',').map((each) => each.trim().toLowerCase()))
