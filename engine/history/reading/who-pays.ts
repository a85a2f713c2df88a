import type { Exchange } from '../entry/exchange.ts'
import { statusOf, succeeded } from './reading.ts'

/**
 * Whether a submission has become a job, or may have: who refuses charges nothing; whoever answers that something broke may
 * have made one all the same, and so may the server behind a gateway, or one whose answer was lost.
 */
export function mayHaveMadeAJob(exchange: Exchange): boolean {
  return exchange.request.method === 'POST' && (succeeded(exchange) || (statusOf(exchange) ?? 500) >= 500)
}
