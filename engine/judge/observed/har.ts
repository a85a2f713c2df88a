import { SUITE } from '../../config/version.ts'
import type { Answer, Failure, FailureKind, Header, Late, Passing } from '../../history/entry/exchange.ts'
import { isRecord, parseJson, parseJsonFile } from '../../history/reading/reading.ts'
import { decodeText } from '../../http/answers/decode.ts'
import { inPlaceOf } from '../../http/answers/readable.ts'
import { type KnownKey, USUAL_KEYS } from '../../keys/keyring.ts'
import { isBlackedOut } from '../../keys/secrets/names.ts'
import { headerIn, headersIn, list, number, record, text } from './json-values.ts'
import type { Limits } from './limits.ts'
import { recordedBytes, recordedText, UnpackLimit } from './request-body.ts'
import { inOrder, type Seen } from './seen.ts'

export class NoHar extends Error {
  override name = 'NoHar'
}

export type HarTraffic = {
  /** In the order in which they ended. */
  seen: Seen[]
  /** Entries that are not exchanges with a server, counted by reason. */
  leftOut: Map<string, number>
  /** Set for report.har of gatecheck, which has placeholders instead of keys. */
  ofOurOwn?: { known: KnownKey[]; late: Late[] /** Recorded by a run, not by a client. */; byRun?: true }
}

type Json = Record<string, unknown>
type Read = Omit<Seen, 'sent' | 'received'> & { order?: [sent: number, received: number] }

const FROM_CACHE = ['_fromCache', '_fetchedViaServiceWorker', '_wasServedFromCache']
/** Earlier entries that may be the same exchange. */
const LOOKED_BACK = 1000

/** Reads HTTP Archive 1.2 as browsers, proxies and test runners write it. */
export function readHar(content: string, limits?: Limits): HarTraffic {
  const log = logIn(content)
  const leftOut = new Map<string, number>()
  const isOurs = record(log.creator).name === SUITE.name
  const seen: Read[] = []
  const limit = new UnpackLimit()
  let at = 0
  for (const each of log.entries) {
    limits?.hold()
    const entry = record(each)
    // Entries without a time keep their position.
    const started = Date.parse(text(entry.startedDateTime) ?? '')
    if (!Number.isNaN(started)) at = started
    const read = entryIn(entry, { at, limit, isOurs })
    const why = typeof read === 'string' ? read : !isOurs && isRepeated(read, seen) ? 'recorded twice' : undefined
    if (why !== undefined) leftOut.set(why, (leftOut.get(why) ?? 0) + 1)
    else seen.push(read as Read)
  }
  return {
    seen: seen.every(({ order }) => order !== undefined) ? byReceipt(seen) : inOrder(seen),
    leftOut,
    ...(isOurs && { ofOurOwn: ofOurOwnIn(log) }),
  }
}

function logIn(content: string): Json & { entries: unknown[] } {
  const parsed = parseJsonFile(content)
  if (!parsed) throw new NoHar('is not JSON')
  const log = isRecord(parsed.value) ? parsed.value.log : undefined
  if (!isRecord(log) || !Array.isArray(log.entries)) throw new NoHar('is not a HAR file: log.entries is missing')
  return log as Json & { entries: unknown[] }
}

type Around = { at: number; limit: UnpackLimit; isOurs: boolean }

function entryIn(entry: Json, { at, limit, isOurs }: Around): Read | string {
  const request = requestIn(entry.request, limit)
  if (!request) return 'no exchange'
  if (FROM_CACHE.some((name) => Boolean(entry[name]))) return 'served from a cache'
  const [sent, received] = [number(entry._sent), number(entry._received)]
  const connection = Number.parseInt(text(entry.connection) ?? '', 10)
  return {
    ...request,
    ...responseIn(entry, request.method),
    at,
    ms: Math.max(0, number(entry.time) ?? 0),
    ...(isOurs && sent !== undefined && received !== undefined && { order: [sent, received] as [number, number] }),
    ...(Number.isSafeInteger(connection) && { connection }),
    ...passingIn(entry, isOurs),
  }
}

const VERSION = /^(?:HTTP\/|h)(1\.[01]|2|3)(?:\.0)?$/i

function passingIn({ _passing, request }: Json, isOurs: boolean): Pick<Read, 'passing'> {
  const { client, lost } = isOurs ? record(_passing) : {}
  const http = VERSION.exec(text(record(request).httpVersion) ?? '')?.[1] as Passing['http']
  const passing: Passing = {
    ...(Number.isSafeInteger(client) && (client as number) > 0 && { client: client as number }),
    ...(lost === true && { lost }),
    ...(http !== undefined && { http }),
  }
  return Object.keys(passing).length === 0 ? {} : { passing }
}

function ofOurOwnIn({ _keys, _late, _observed }: Json): NonNullable<HarTraffic['ofOurOwn']> {
  const late = list(_late).flatMap((each): Late[] => {
    const [started, ms] = list(each)
    const at = Date.parse(text(started) ?? '')
    return Number.isNaN(at) || (number(ms) ?? -1) < 0 ? [] : [{ kind: 'late', at, ms: number(ms)! }]
  })
  const known = list(_keys).flatMap((each): KnownKey[] => {
    const { name, account, good } = record(each)
    if (typeof name !== 'string') return []
    return [{ name, ...(typeof account === 'string' && { account }), ...(typeof good === 'boolean' && { good }) }]
  })
  return { known: _keys === undefined ? [...USUAL_KEYS] : known, late, ...(_observed !== true && { byRun: true }) }
}

/** Merged recordings may list an exchange twice; two submissions at different times are two. */
function isRepeated(read: Read, earlier: readonly Read[]): boolean {
  return earlier.slice(-LOOKED_BACK).some((each) => {
    if (each.method !== read.method || each.url !== read.url || each.body !== read.body) return false
    if (each.answer?.status !== read.answer?.status || each.answer?.body !== read.answer?.body) return false
    if (each.at === read.at && each.ms === read.ms) return true
    return read.method === 'POST' && each.at <= read.at + read.ms && read.at <= each.at + each.ms
  })
}

const byReceipt = (seen: readonly Read[]): Seen[] =>
  seen
    .map(({ order, ...each }) => ({ ...each, sent: order![0], received: order![1] }))
    .sort((one, other) => one.received - other.received)

type SeenRequest = Pick<Seen, 'method' | 'url' | 'headers' | 'body' | 'bytes' | 'unreadBody'>

function requestIn(value: unknown, limit: UnpackLimit): SeenRequest | undefined {
  const request = record(value)
  const method = text(request.method)
  const url = text(request.url)
  if (!method || !url) return undefined
  const type = text(record(request.postData).mimeType)
  const headers = withType(headersIn(request.headers), type ?? '')
  // report.har keeps the path as it was sent, which a URL may not hold.
  const path = text(request._path)
  const address = path === undefined ? url : (/^https?:\/\/[^/?#]+/i.exec(url)?.[0] ?? '') + path
  return { method, url: address, headers, ...requestBodyIn(request, headers, limit) }
}

const withType = (headers: Header[], type: string): Header[] =>
  type === '' || headerIn(headers, 'content-type') !== undefined ? headers : [...headers, ['Content-Type', type]]

/** A truncated body counts as absent. */
function requestBodyIn(
  { postData, bodySize }: Json,
  headers: readonly Header[],
  limit: UnpackLimit,
): Pick<SeenRequest, 'body' | 'bytes' | 'unreadBody'> {
  const data = record(postData)
  const body = text(data.text)
  if (body === undefined || data._truncated !== undefined) return {}
  if (body === '' && (number(bodySize) ?? 0) > 0) return {}
  const isBase64 = (data.encoding ?? data._encoding) === 'base64'
  return isBase64 ? recordedBytes(Buffer.from(body, 'base64'), headers, limit) : recordedText(body, headers, limit)
}

function responseIn(entry: Json, method: string): { answer?: Answer; unread?: Buffer; failure?: Failure } {
  const response = record(entry.response)
  const status = number(response.status) ?? 0
  if (!Number.isInteger(status) || status < 100 || status > 999) return { failure: failureIn(entry, response) }
  const words = text(response.statusText) ?? ''
  const recorded = headersIn(response.headers)
  const type = text(record(response.content).mimeType) ?? ''
  const headers = recorded.length > 0 && type !== 'x-unknown' ? withType(recorded, type) : recorded
  const { unread, ...body } = responseBodyIn(response, {
    mayBeEmpty: method === 'HEAD' || [204, 304].includes(status),
    headers: recorded,
    type: headerIn(headers, 'content-type') ?? type,
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

type Known = { mayBeEmpty: boolean; headers: readonly Header[]; type: string }
type ResponseBody = Pick<Answer, 'body' | 'bytes' | 'truncated' | 'shortened' | 'garbled'> & { unread?: Buffer }

/** A body that the recorder omitted or truncated is no body of the server. */
function responseBodyIn(response: Json, { mayBeEmpty, headers, type }: Known): ResponseBody {
  const content = record(response.content)
  const said = text(content.text)
  const size = number(content.size) ?? -1
  if (said === undefined || said === '') {
    const isSaidToBe = said === '' || size === 0 || response.bodySize === 0
    const isEmpty = mayBeEmpty || (isSaidToBe && !hasCome(response, headers))
    return { body: '', bytes: 0, ...(!isEmpty && { truncated: true }) }
  }
  const encoded = content.encoding === 'base64' ? Buffer.from(said, 'base64') : undefined
  const decoded = encoded && decodeText(encoded, type)
  const unread = decoded?.unread && encoded
  const body = unread ? inPlaceOf(unread) : decoded ? decoded.text : said
  const bytes = encoded?.length ?? Buffer.byteLength(said)
  // The recorder used a wrong charset.
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

/** Some recorders redact signed URLs. */
function hidesTheUrl(body: string): boolean {
  const { url } = body.includes('"url"') ? record(parseJson(body)?.value) : {}
  return typeof url === 'string' && isBlackedOut(url) && !/^https?:/i.test(url)
}

/** Whether there was a body that the recorder omitted. */
function hasCome({ bodySize, _transferSize }: Json, headers: readonly Header[]): boolean {
  const length = headerIn(headers, 'content-length')
  if (length !== undefined) return Number(length) > 0
  return (
    headerIn(headers, 'transfer-encoding') !== undefined || [bodySize, _transferSize].some((each) => Number(each) > 0)
  )
}

const KINDS: [words: RegExp, kind: FailureKind][] = [
  [/REFUSED/i, 'refused'],
  [/TIMED_?\s?OUT|timeout/i, 'timeout'],
  [/NAME_NOT_RESOLVED|ENOTFOUND|EAI_AGAIN/i, 'dns'],
  [/CERT|SSL|TLS/i, 'tls'],
  [/RESET|CONNECTION_CLOSED|EMPTY_RESPONSE|socket hang up/i, 'reset'],
  [/INVALID_(HTTP|RESPONSE)|HTTP2_PROTOCOL/i, 'malformed'],
]
/** Kinds of failures in report.har. */
const KIND_NAMES = ['refused', 'reset', 'timeout', 'dns', 'tls', 'malformed', 'excess', 'network'] as const

/** interrupted: the recording ended before a response. */
function failureIn(entry: Json, response: Json): Failure {
  const kind = KIND_NAMES.find((name) => name === entry._failure)
  const message =
    text(response._error) ?? text(response._failureText) ?? text(entry._error) ?? 'no response was recorded'
  return { kind: kind ?? KINDS.find(([words]) => words.test(message))?.[1] ?? 'interrupted', message }
}
