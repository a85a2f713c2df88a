import type { Exchange, FailureKind } from '../entry/exchange.ts'
import { headerOf, statusOf } from './reading.ts'
import { shownCodes } from './shown-codes.ts'

/** What comes of the set-up, of what stands in between or of a bound of ours, however often: no server is blamed for it. */
const NOT_THE_SERVERS: readonly (FailureKind | undefined)[] = ['excess', 'certificate', 'proxy', 'http2 alone']

export const isNotTheServers = (failure: { kind: FailureKind } | undefined): boolean =>
  NOT_THE_SERVERS.includes(failure?.kind)

/** Failed, and may not fail the next time: nobody draws conclusions from it. */
export function mayPass(exchange: Exchange): boolean {
  return isTransient(exchange) && (exchange.again?.last === undefined || isNotTheServers(exchange.failure))
}

/** What may pass by itself and is tried again before anyone draws conclusions. */
export function isTransient(exchange: Exchange): boolean {
  if (exchange.failure) return exchange.failure.kind !== 'interrupted'
  const status = statusOf(exchange)
  // With 511 a network wants a login before anybody gets any further.
  if (status === 502 || status === 504 || status === 511) return true
  return status === 503 && !saysThereIsNoRoom(exchange)
}

/** That is the wrong status, however often it comes; whoever answers it to a reading is busy. */
const saysThereIsNoRoom = (exchange: Exchange) =>
  exchange.request.method === 'POST' &&
  exchange.request.path.endsWith('/videos') &&
  shownCodes(exchange).some(({ code }) => code === 'capacity_exceeded')

/** How long somebody who says no asks to be left alone: whichever limit it is of, and whoever in front of a server says so. */
export function toldToWait(exchange: Exchange): number | undefined {
  const status = statusOf(exchange)
  if (status !== 429 && status !== 503) return undefined
  return secondsToWait(headerOf(exchange, 'retry-after'), headerOf(exchange, 'date'))
}

/** A number of seconds, or a date; `sentAt`: by the clock of whoever says it, which may be fast or slow. */
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
