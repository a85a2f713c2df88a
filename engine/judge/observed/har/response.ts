import type { Answer, Failure, FailureKind, Header } from '../../../history/entry/exchange.ts'
import { parseJson } from '../../../history/reading/reading.ts'
import { decodeText } from '../../../http/answers/decode.ts'
import { inPlaceOf } from '../../../http/answers/not-kept.ts'
import { isBlackedOut } from '../../../keys/secrets/names.ts'
import { headerIn, headersIn, number, record, text } from './values.ts'

type Came = { answer?: Answer; unread?: Buffer; failure?: Failure }

/** What came back to a request, or what kept it from coming, as far as the file says. */
export function responseIn(entry: Record<string, unknown>, method: string): Came {
  const response = record(entry.response)
  const status = number(response.status) ?? 0
  if (!Number.isInteger(status) || status < 100 || status > 999) return { failure: failureIn(entry, response) }
  const words = text(response.statusText) ?? ''
  const recorded = headersIn(response.headers)
  const type = text(record(response.content).mimeType)
  const isTold = headerIn(recorded, 'content-type') !== undefined
  const isNamed = type !== undefined && type !== '' && type !== 'x-unknown'
  const headers = recorded.length > 0 && !isTold && isNamed ? [...recorded, ['Content-Type', type] as const] : recorded
  const { unread, ...body } = bodyIn(response, {
    status,
    method,
    headers: recorded,
    type: headerIn(headers, 'content-type') ?? type ?? '',
  })
  return {
    ...(unread && { unread }),
    answer: {
      status,
      ...(words !== '' && { statusText: words }),
      headers,
      ...body,
      ...(headers.length === 0 && { headersLeftOut: true }),
    },
  }
}

type Known = { status: number; method: string; headers: readonly Header[]; type: string }
type BodyPart = Pick<Answer, 'body' | 'bytes' | 'truncated' | 'shortened' | 'garbled'> & { unread?: Buffer }

/** What a file leaves out, or cuts, is not taken for what the server sent. */
function bodyIn(response: Record<string, unknown>, { status, method, headers, type }: Known): BodyPart {
  const content = record(response.content)
  const said = text(content.text)
  const size = number(content.size) ?? -1
  if (said === undefined || said === '') {
    const isSaidToBe = said === '' || size === 0 || response.bodySize === 0
    const isEmpty = method === 'HEAD' || [204, 304].includes(status) || (isSaidToBe && !hasCome(response, headers))
    return { body: '', bytes: 0, ...(!isEmpty && { truncated: true }) }
  }
  const encoded = content.encoding === 'base64' ? Buffer.from(said, 'base64') : undefined
  const decoded = encoded && decodeText(encoded, type)
  const unread = decoded?.unread && encoded
  const body = unread ? inPlaceOf(unread) : decoded ? decoded.text : said
  const bytes = encoded?.length ?? Buffer.byteLength(said)
  // Whoever wrote this down took bytes for text of another charset.
  const isMisread = !encoded && /[\0\ufffd]/.test(said) && !parseJson(said)
  const garbled =
    text(content._garbled) ??
    decoded?.garbled ??
    (isMisread ? 'the recorder did not store it as text' : undefined) ??
    (hidesTheUrl(body) ? 'the recorder replaced its url' : undefined)
  const isCut = content._truncated !== undefined || (size > bytes && !parseJson(body))
  return {
    body,
    bytes,
    ...(unread && { unread }),
    ...(isCut && { truncated: true }),
    ...(content._shortened === true && { shortened: true }),
    ...(garbled !== undefined && { garbled }),
  }
}

/** Addresses that are signed are secrets to whoever hands a recording on. */
function hidesTheUrl(body: string): boolean {
  const { url } = body.includes('"url"') ? record(parseJson(body)?.value) : {}
  return typeof url === 'string' && isBlackedOut(url) && !/^https?:/i.test(url)
}

/** Recorders forget bodies, and write down nothing in their place: how much came still stands beside it. */
function hasCome({ bodySize, _transferSize }: Record<string, unknown>, headers: readonly Header[]): boolean {
  const length = headerIn(headers, 'content-length')
  if (length !== undefined) return Number(length) > 0
  return (
    headerIn(headers, 'transfer-encoding') !== undefined || [bodySize, _transferSize].some((each) => Number(each) > 0)
  )
}

/** Whoever stopped waiting, or stopped recording, has no word on the server. */
const KINDS: [words: RegExp, kind: FailureKind][] = [
  [/REFUSED/i, 'refused'],
  [/TIMED_?\s?OUT|timeout/i, 'timeout'],
  [/NAME_NOT_RESOLVED|ENOTFOUND|EAI_AGAIN/i, 'dns'],
  [/CERT|SSL|TLS/i, 'tls'],
  [/RESET|CONNECTION_CLOSED|EMPTY_RESPONSE|socket hang up/i, 'reset'],
  [/INVALID_(HTTP|RESPONSE)|HTTP2_PROTOCOL/i, 'malformed'],
]
const KIND_NAMES: readonly FailureKind[] = [
  'refused',
  'reset',
  'timeout',
  'dns',
  'tls',
  'malformed',
  'excess',
  'network',
]

function failureIn(entry: Record<string, unknown>, response: Record<string, unknown>): Failure {
  const kind = KIND_NAMES.find((name) => name === entry._failure)
  const message =
    text(response._error) ?? text(response._failureText) ?? text(entry._error) ?? 'no response was recorded'
  return { kind: kind ?? KINDS.find(([words]) => words.test(message))?.[1] ?? 'interrupted', message }
}
