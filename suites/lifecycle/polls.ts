import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { recordOf, succeeded } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/request-key.ts'
import type { Job } from '../../engine/jobs/job.ts'
import type { Expectation } from '../../engine/judge/expectations.ts'
import { isKnownAsBad } from '../../engine/keys/keyring.ts'
import { FINAL_STATUSES, STATUSES } from '../../spec/words.ts'

/** A read of an own job with its own id and a valid key, by any check. Discovery may poll wrong ids: there only 2xx counts. */
export function isOwnPoll(exchange: Exchange): boolean {
  const { part, job, polled, owner, keyLeftOut } = exchange.purpose
  if (job === undefined || polled === undefined || exchange.request.method !== 'GET') return false
  const key = keyOf(exchange.request)
  if (key === undefined ? !(keyLeftOut && succeeded(exchange)) : isKnownAsBad(key)) return false
  // The clauses on accounts judge whether another key may read the job; a record that it gets counts.
  if (owner !== undefined && !succeeded(exchange)) return false
  if (part === 'introduction') return succeeded(exchange)
  return part === 'poll' || part === 'twin' || part === 'control'
}

/** The job record in a successful poll. */
export function jobRecord(exchange: Exchange): Record<string, unknown> | undefined {
  return isOwnPoll(exchange) && succeeded(exchange) ? recordOf(exchange) : undefined
}

/** A response that looks like a job. */
export function isJob(exchange: Exchange): boolean {
  const status = succeeded(exchange) ? recordOf(exchange)?.status : undefined
  return (STATUSES as readonly unknown[]).includes(status)
}

export const isNoJob: Expectation = { expected: 'no job', holds: (exchange) => !isJob(exchange), looksInside: true }

export const hasFailed = ({ final }: Job) => final !== undefined && recordOf(final)?.status === 'failed'

export function isFinal(status: unknown): boolean {
  return (FINAL_STATUSES as readonly unknown[]).includes(status)
}
