import { OverBudget } from '../wire/budget.ts'

/** Thrown by a drive that finds out that it cannot be tried here. */
export class NotTried extends Error {
  override name = 'NotTried'
}

/** The user's limit on jobs leaves single cases untried; it does not end the run. */
export function noRoomForAJob(error: unknown): never {
  if (error instanceof OverBudget && !error.limit.startsWith('--max-requests')) {
    throw new NotTried(`${error.message}, and a broken server may make a job of this request`)
  }
  throw error
}
