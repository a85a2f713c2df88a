import { ERROR_CODES, type ErrorCode } from '../../../spec/words.ts'
import type { Exchange, FailureKind, Purpose } from '../entry/exchange.ts'
import { headerOf, jsonOf, statusOf, succeeded, walk } from './reading.ts'

/** A conforming server refuses the request and creates no job. */
export const isToBeRefused = ({ part, wrong }: Purpose): boolean => part === 'probe' || wrong?.includes('body') === true

/** Whether a seed generated the probe; probes in observed traffic have an opinion. */
export const isDrawn = ({ purpose: { breaks, part, opinion } }: Pick<Exchange, 'purpose'>): boolean =>
  breaks !== undefined && part === 'probe' && opinion === undefined

/** The submission created a job, or may have, as with a 5xx or a lost response. */
export function mayHaveMadeAJob(exchange: Exchange): boolean {
  return exchange.request.method === 'POST' && (succeeded(exchange) || (statusOf(exchange) ?? 500) >= 500)
}

/** Failures before any byte of the request was sent. */
export const NOTHING_WAS_SENT: readonly FailureKind[] = ['refused', 'dns', 'tls']

/** Failures due to the set-up, the network or a limit of gatecheck. */
const NOT_THE_SERVERS: readonly (FailureKind | undefined)[] = ['excess', 'certificate', 'proxy', 'http2 alone']

export const isNotTheServers = (failure: { kind: FailureKind } | undefined): boolean =>
  NOT_THE_SERVERS.includes(failure?.kind)

/** A retry may succeed, so no conclusion is drawn. */
export function mayPass(exchange: Exchange): boolean {
  return isTransient(exchange) && (exchange.again?.last === undefined || isNotTheServers(exchange.failure))
}

/** A failure that is retried before any conclusion is drawn. */
export function isTransient(exchange: Exchange): boolean {
  if (exchange.failure) return exchange.failure.kind !== 'interrupted'
  const status = statusOf(exchange)
  // 511: a network requires a login.
  if (status === 502 || status === 504 || status === 511) return true
  return status === 503 && !reportsNoCapacity(exchange)
}

/** A submission that is refused for lack of capacity, but with the wrong status. */
const reportsNoCapacity = (exchange: Exchange) =>
  exchange.request.method === 'POST' &&
  exchange.request.path.endsWith('/videos') &&
  shownCodes(exchange).some(({ code }) => code === 'capacity_exceeded')

/** Seconds to wait after a 429 or 503 with Retry-After. */
export function toldToWait(exchange: Exchange): number | undefined {
  const status = statusOf(exchange)
  if (status !== 429 && status !== 503) return undefined
  return secondsToWait(headerOf(exchange, 'retry-after'), headerOf(exchange, 'date'))
}

/** Retry-After in seconds or as a date. `sentAt`: by the clock of the server. */
export function secondsToWait(header: string | undefined, sentAt?: string): number | undefined {
  if (header === undefined) return undefined
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header)
  const date = timeIn(header)
  if (date === undefined) return undefined
  return Math.max(0, (date - (timeIn(sentAt) ?? Date.now())) / 1000)
}

function timeIn(header: string | undefined): number | undefined {
  const date = header !== undefined && /[a-z]/i.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? undefined : date
}

export const CODE_WORDS = Object.keys(ERROR_CODES) as ErrorCode[]

type Shown = { code: ErrorCode; way: string[] }

/** A cache: many rules read the codes of every response. */
const shownIn = new WeakMap<object, Shown[]>()

/** Error codes in a body: a value or a name that is the code, or a URL that ends with it, as in problem types. */
export function shownCodes(exchange: Exchange): Shown[] {
  const body = jsonOf(exchange)
  if (!body) return []
  const shown = shownIn.get(body) ?? codesIn(body.value)
  shownIn.set(body, shown)
  return shown
}

function codesIn(body: unknown): Shown[] {
  const all = [...walk(body)]
  const shown = all.flatMap(({ way, value }): Shown[] => {
    const named = CODE_WORDS.find((word) => word === way.at(-1))
    if (named && value && value !== true) return [{ code: named, way }]
    if (typeof value !== 'string') return []
    const code = CODE_WORDS.find((word) => value === word || isAddressEndingIn(word, value))
    return code ? [{ code, way }] : []
  })
  // Next to a field `code`, other fields are texts about it.
  const inCode = shown.filter(({ way }) => isCalledCode(way))
  const hasCode = all.some(({ way, value }) => isCalledCode(way) && typeof value === 'string')
  return hasCode ? inCode : shown
}

function isAddressEndingIn(word: ErrorCode, text: string): boolean {
  return text.endsWith(word) && '/#:'.includes(text.at(-word.length - 1) ?? ' ') && /^[a-z][a-z0-9+.-]*:/i.test(text)
}

const isCalledCode = (way: readonly string[]) => way.at(-1)?.toLowerCase() === 'code'

/** The body has a specific error word outside the specification, as for another kind of limit. */
export function speaksOfItsOwn(exchange: Exchange): boolean {
  const body = jsonOf(exchange)
  if (!body) return false
  return [...walk(body.value)].some(({ way, value }) => {
    if (typeof value !== 'string' || CODE_WORDS.some((word) => word === value)) return false
    const isCompound = /^[a-z]+([_.-][a-z]+)+$/i.test(value)
    return isCompound || (/^[a-z]+$/i.test(value) && isCalledCode(way))
  })
}
