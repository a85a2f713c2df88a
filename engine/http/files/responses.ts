import type { Header } from '../../history/entry/exchange.ts'
import type { Outcome } from '../../history/entry/inspection.ts'
import { isNotTheServers } from '../../history/reading/facts.ts'
import { failureInWords } from '../../history/reading/words.ts'
import { isKnownCoding } from '../answers/decode.ts'
import type { TransportResult } from '../transport/transport.ts'

const RETRIES = 3
/** Timeouts and missing hosts are rarely temporary. */
const RETRIES_OF_PERMANENT = 1
const PERMANENT: readonly unknown[] = ['timeout', 'dns', 'tls', 'certificate', 'proxy', 'http2 alone']

type Head = { status: number; headers: readonly Header[] }
type Result = Partial<TransportResult> & { leadsNowhere?: string }
type Cut = Extract<Outcome, { kind: 'cut' }>
export type Opening = { kind: 'open' } | Exclude<Outcome, { kind: 'read' }>

export function headerIn({ headers }: Pick<Head, 'headers'>, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1]
}

/** `Content-Range: bytes 0-99/1000`; without size for `*`. */
export function contentRangeOf(head: Head): { from: number; to: number; size?: number } | undefined {
  const value = headerIn(head, 'content-range') ?? ''
  const [, from, last, size] = /^\s*bytes\s+(\d+)\s*-\s*(\d+)\s*\/\s*(\d+|\*)\s*$/i.exec(value) ?? []
  if (from === undefined || last === undefined || Number(last) < Number(from)) return undefined
  return { from: Number(from), to: Number(last) + 1, ...(size !== '*' && { size: Number(size) }) }
}

export function contentLengthOf(head: Pick<Head, 'headers'>): number | undefined {
  const value = headerIn(head, 'content-length')?.trim()
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined
}

/** A 206 without Content-Range counts as the whole file. */
export const isAPart = (answer: Head) => answer.status === 206 && contentRangeOf(answer) !== undefined
export const isSuccess = (status: number) => status >= 200 && status < 300
export const isGone = (status: number) => [401, 403, 404, 410].includes(status)
export const isBusy = (status: number) => [408, 425, 429, 500, 502, 503, 504].includes(status)
export const isCompressed = (answer: Head) => isKnownCoding(headerIn(answer, 'content-encoding') ?? '')
export const offersRanges = (answer: Head) => /^\s*bytes\s*$/i.test(headerIn(answer, 'accept-ranges') ?? '')

export function closed(result: Result): Exclude<Opening, { kind: 'open' }> {
  const { answer, failure, leadsNowhere, brokenOff } = result
  if (hasBrokenOff(result)) return cutOf(result)
  if (failure && isNotTheServers(failure)) return { kind: 'not fetched', why: failureInWords(failure) }
  if (brokenOff) return { kind: 'not fetched', why: 'it was not complete within the request timeout' }
  if (!answer) return { kind: 'unreachable', why: failureInWords(failure ?? { kind: 'network', message: '' }) }
  return { kind: 'refused', status: answer.status, ...(leadsNowhere && { what: leadsNowhere }) }
}

/** Set if the response to a request for the whole file was only a part. */
export function partOf({ answer }: Result): Cut | undefined {
  const range = answer?.status === 206 ? contentRangeOf(answer) : undefined
  if (range?.size === undefined || range.to - range.from >= range.size) return undefined
  return { kind: 'cut', bytes: range.to - range.from, of: range.size }
}

export const retriesOf = ({ failure }: Result) => (PERMANENT.includes(failure?.kind) ? RETRIES_OF_PERMANENT : RETRIES)

/** Timeouts and excess are limits of gatecheck, so such a response does not count as cut. */
export const hasBrokenOff = ({ brokenOff, failure }: Result) =>
  brokenOff !== undefined && failure?.kind !== 'timeout' && failure?.kind !== 'excess'

export function cutOf({ brokenOff }: Result): Cut {
  const of = brokenOff && contentLengthOf(brokenOff)
  return { kind: 'cut', bytes: brokenOff?.bytes.length ?? 0, ...(of !== undefined && { of }) }
}
