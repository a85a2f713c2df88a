import type { Exchange } from './exchange.ts'
import { statusOf } from './reading.ts'

/** Failed, and may not fail the next time: nobody draws conclusions from it. */
export function mayPass(exchange: Exchange): boolean {
  return isTransient(exchange) && exchange.again?.last === undefined
}

/** What may pass by itself and is tried again before anyone draws conclusions. */
export function isTransient(exchange: Exchange): boolean {
  if (exchange.failure) return exchange.failure.kind !== 'interrupted'
  const status = statusOf(exchange)
  if (status === 503 && /capacity_exceeded/.test(exchange.answer?.body ?? '')) return false
  return status === 502 || status === 503 || status === 504
}

export function secondsToWait(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header)
  const date = /[a-z]/i.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000)
}
