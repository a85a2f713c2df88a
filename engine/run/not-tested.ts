import type { Cause } from '../history/entry/cause.ts'
import { EnoughAccepted, OutOfRequests, OverBudget, PlannedJobsUsedUp } from '../http/limits/over-budget.ts'
import { PutOff } from '../http/retry-after.ts'

/** Thrown by a phase, or for a single case: it cannot be tested here. */
export class NotTested extends Error {
  override name = 'NotTested'
  override readonly cause: Cause

  constructor(why: string, cause: Cause = { kind: 'not seen' }) {
    super(why)
    this.cause = cause
  }
}

/** Thrown when a slow server leaves a phase no more time. Its exchanges so far are judged. */
export class OutOfTime extends Error {
  override name = 'OutOfTime'
}

/** A limit on jobs, or enough accepted submissions, only leave single cases untested. */
export function asNotTested(error: unknown): never {
  if (error instanceof PlannedJobsUsedUp) throw new NotTested(error.message, causeOf(error))
  if (error instanceof OverBudget && !(error instanceof OutOfRequests)) {
    throw new NotTested(`${error.limit} is too low: a faulty server may create a job for this request`, causeOf(error))
  }
  if (error instanceof EnoughAccepted) throw new NotTested(error.message, { kind: 'already failed' })
  if (error instanceof PutOff) throw new NotTested(error.message, { kind: 'put off' })
  throw error
}

export function causeOf(error: OverBudget): Cause {
  return error instanceof PlannedJobsUsedUp ? { kind: 'already failed' } : { kind: 'limit', options: [error.option] }
}
