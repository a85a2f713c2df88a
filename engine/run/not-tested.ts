import type { Cause } from '../history/entry/cause.ts'
import { EnoughAccepted, OutOfRequests, OverBudget } from '../http/limits/over-budget.ts'
import { PutOff } from '../http/retry-after.ts'

/** Thrown by a drive that finds out that it cannot be tried here. */
export class NotTested extends Error {
  override name = 'NotTested'
  override readonly cause: Cause

  constructor(why: string, cause: Cause = { kind: 'not seen' }) {
    super(why)
    this.cause = cause
  }
}

/** The user's limit on jobs leaves single cases untried, and so does a server that takes no more; neither ends the run. */
export function asNotTested(error: unknown): never {
  if (error instanceof OverBudget && !(error instanceof OutOfRequests)) {
    throw new NotTested(`${error.limit} is too low: a faulty server may create a job for this request`, causeOf(error))
  }
  if (error instanceof EnoughAccepted) throw new NotTested(error.message, { kind: 'already failed' })
  if (error instanceof PutOff) throw new NotTested(error.message, { kind: 'put off' })
  throw error
}

export function causeOf({ option }: OverBudget): Cause {
  return { kind: 'limit', options: [option] }
}
