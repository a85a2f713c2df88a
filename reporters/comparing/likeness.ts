import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { headerOf, isRecord, jsonOf } from '../../engine/history/reading/reading.ts'

/**
 * Equal for exchanges that show the same: same request with the same key, and a response of the same status and shape.
 * The probe's error is part of the request.
 */
export function likenessOf(exchange: Exchange): string {
  const { n, request, answer, purpose } = exchange
  // Network errors may have different reasons each time.
  if (!answer) return `exchange ${purpose.repeats ?? n}`
  const asks = request.headers.filter(([name]) => name.toLowerCase() === 'authorization').map(([, value]) => value)
  const body = purpose.part === 'probe' ? request.body : undefined
  return JSON.stringify([request.method, formOf(request.path), asks, body, answer.status, shapeOf(exchange)])
}

/** A path without ids of jobs. */
export const formOf = (path: string) => path.replace(/[?#].*$/, '').replace(/\/videos\/[^/]+$/, '/videos/{id}')

/** Members and words of the specification, without values that differ in each response. */
function shapeOf(exchange: Exchange): unknown {
  const value = jsonOf(exchange)?.value
  const retry = headerOf(exchange, 'retry-after') !== undefined
  if (!isRecord(value)) return [retry, typeof value]
  return [retry, Object.keys(value).sort(), value.status, value.stage]
}
