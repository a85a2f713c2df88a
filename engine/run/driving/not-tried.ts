import type { Cause } from '../../history/entry/cause.ts'
import { EnoughAccepted, OutOfRequests, OverBudget, PlannedJobsUsedUp } from '../../http/limits/over-budget.ts'
import { PutOff } from '../../http/retry-after.ts'

/** Thrown by a drive that finds out that it cannot be tried here. */
export class NotTried extends Error {
  override name = 'NotTried'
  override readonly cause: Cause

  constructor(why: string, cause: Cause = { kind: 'not seen' }) {
    super(why)
    this.cause = cause
  }
}

/** The user's limit on jobs leaves single cases untried, and so does a server that takes no more; neither ends the run. */
export function noRoomForAJob(error: unknown): never {
  if (error instanceof PlannedJobsUsedUp) throw new NotTried(error.message, causeOf(error))
  if (error instanceof OverBudget && !(error instanceof OutOfRequests)) {
    throw new NotTried(`${error.limit} is too low: a faulty server may create a job for this request`, causeOf(error))
  }
  if (error instanceof EnoughAccepted) throw new NotTried(error.message, { kind: 'already failed' })
  if (error instanceof PutOff) throw new NotTried(error.message, { kind: 'put off' })
  throw error
}

export function causeOf(error: OverBudget): Cause {
  return error instanceof PlannedJobsUsedUp ? { kind: 'already failed' } : { kind: 'limit', options: [error.option] }
}
