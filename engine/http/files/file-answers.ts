import { BOUNDS } from '../../config/bounds/bounds.ts'
import type { Failure } from '../../history/entry/exchange.ts'
import type { Outcome } from '../../history/entry/look.ts'
import { isNotTheServers } from '../../history/reading/facts.ts'
import { failureInWords } from '../../history/reading/words.ts'
import { isKnownCoding } from '../answers/decode.ts'
import type { Fetched } from './fetcher.ts'
import { contentRangeOf, lengthOf } from './ranges.ts'
import { headerIn } from './redirects.ts'

const SLOW_OR_NOT_THERE: readonly unknown[] = ['timeout', 'dns', 'tls', 'certificate', 'proxy', 'http2 alone']

const NO_NEWS: Failure = { kind: 'network', message: '' }

export type Opening = { kind: 'open' } | Exclude<Outcome, { kind: 'read' }>

/** A part that does not say which one is taken for what was asked for. */
export const isAPart = ({ status, headers }: NonNullable<Fetched['answer']>) =>
  status === 206 && contentRangeOf(headerIn(headers, 'content-range')) !== undefined
export const isGone = (status: number) => [401, 403, 404, 410].includes(status)
export const isSuccess = (status: number) => status >= 200 && status < 300
export const offersRanges = ({ headers }: NonNullable<Fetched['answer']>) =>
  /^\s*bytes\s*$/i.test(headerIn(headers, 'accept-ranges') ?? '')
export const isPacked = ({ headers }: NonNullable<Fetched['answer']>) =>
  isKnownCoding(headerIn(headers, 'content-encoding') ?? '')
/** What may pass by itself. */
export const isBusy = (status: number) => [408, 425, 429, 500, 502, 503, 504].includes(status)

export function closed(fetched: Fetched): Exclude<Opening, { kind: 'open' }> {
  const { answer, failure, leadsNowhere } = fetched
  if (hasBrokenOff(fetched)) return cutOf(fetched)
  if (failure && isNotTheServers(failure)) return { kind: 'not fetched', why: failureInWords(failure) }
  if (fetched.brokenOff) return { kind: 'not fetched', why: 'it was not complete within the request timeout' }
  if (!answer) return { kind: 'unreachable', why: failureInWords(failure ?? NO_NEWS) }
  return { kind: 'refused', status: answer.status, ...(leadsNowhere && { what: leadsNowhere }) }
}

/** Whoever asks for the whole and is sent a part has no more than that. */
export function partOf({ answer }: Fetched): Extract<Outcome, { kind: 'cut' }> | undefined {
  const range = answer?.status === 206 ? contentRangeOf(headerIn(answer.headers, 'content-range')) : undefined
  if (range?.size === undefined || range.to - range.from >= range.size) return undefined
  return { kind: 'cut', bytes: range.to - range.from, of: range.size }
}

export function mostRetries({ failure }: Fetched): number {
  return SLOW_OR_NOT_THERE.includes(failure?.kind) ? BOUNDS.fileRetriesInVain.most : BOUNDS.fileRetries.most
}

const BOUNDS_OF_OURS: readonly unknown[] = ['timeout', 'excess']

/** What comes too slowly for us, or with too much beside it, is not cut. */
export const hasBrokenOff = ({ brokenOff, failure }: Fetched) =>
  brokenOff !== undefined && !BOUNDS_OF_OURS.includes(failure?.kind)

export function cutOf({ brokenOff }: Fetched): Extract<Outcome, { kind: 'cut' }> {
  const of = brokenOff && lengthOf(headerIn(brokenOff.headers, 'content-length'))
  return { kind: 'cut', bytes: brokenOff?.bytes.length ?? 0, ...(of !== undefined && { of }) }
}
