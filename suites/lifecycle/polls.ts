import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { recordOf, succeeded } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/request-key.ts'
import type { Job } from '../../engine/jobs/job.ts'
import type { Expectation } from '../../engine/judge/expectations.ts'
import { isKnownAsBad } from '../../engine/keys/keyring.ts'
import { FINAL_STATUSES, STATUSES } from '../../spec/words.ts'

/**
 * A read of an own job with its own id and a good key, whoever sent it. While ids are being learned the suite asks for
 * things that may be no job at all: only what is answered then counts.
 */
export function isOwnPoll(exchange: Exchange): boolean {
  const { part, job, polled, owner, keyLeftOut } = exchange.purpose
  if (job === undefined || polled === undefined || exchange.request.method !== 'GET') return false
  const key = keyOf(exchange.request)
  if (key === undefined ? !(keyLeftOut && succeeded(exchange)) : isKnownAsBad(key)) return false
  // Whether another key may read the job is for the clauses on accounts to say; what it then shows is a record.
  if (owner !== undefined && !succeeded(exchange)) return false
  if (part === 'introduction') return succeeded(exchange)
  return part === 'poll' || part === 'twin' || part === 'control'
}

/** The job record of a poll that was answered as it should be. */
export function jobRecord(exchange: Exchange): Record<string, unknown> | undefined {
  return isOwnPoll(exchange) && succeeded(exchange) ? recordOf(exchange) : undefined
}

/** A response that looks like a job. */
export function isJob(exchange: Exchange): boolean {
  const status = succeeded(exchange) ? recordOf(exchange)?.status : undefined
  return (STATUSES as readonly unknown[]).includes(status)
}

/** Whatever else it may be. */
export const isNoJob: Expectation = { expected: 'no job', holds: (exchange) => !isJob(exchange), looksInside: true }

export const hasFailed = ({ final }: Job) => final !== undefined && recordOf(final)?.status === 'failed'

export function isFinal(status: unknown): boolean {
  return (FINAL_STATUSES as readonly unknown[]).includes(status)
}
