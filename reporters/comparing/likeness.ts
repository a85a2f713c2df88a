import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { headerOf, isRecord, jsonOf } from '../../engine/history/reading/reading.ts'

/**
 * What two exchanges have in common that show the same thing: the same asked by the same key, and an answer of the same
 * status and shape. What a probe has wrong in its body is part of what it asks.
 */
export function likenessOf(exchange: Exchange): string {
  const { n, request, answer, purpose } = exchange
  // What kept an answer from coming may be another thing each time.
  if (!answer) return `exchange ${purpose.repeats ?? n}`
  const asks = request.headers.filter(([name]) => name.toLowerCase() === 'authorization').map(([, value]) => value)
  const body = purpose.part === 'probe' ? request.body : undefined
  return JSON.stringify([request.method, formOf(request.path), asks, body, answer.status, shapeOf(exchange)])
}

/** A path without what differs from job to job. */
export const formOf = (path: string) => path.replace(/[?#].*$/, '').replace(/\/videos\/[^/]+$/, '/videos/{id}')

/** Members and words of the specification, without values that differ in each response. */
function shapeOf(exchange: Exchange): unknown {
  const value = jsonOf(exchange)?.value
  const retry = headerOf(exchange, 'retry-after') !== undefined
  if (!isRecord(value)) return [retry, typeof value]
  return [retry, Object.keys(value).sort(), value.status, value.stage]
}
