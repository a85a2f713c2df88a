import type { SpendingLimit } from './limits.ts'

/** Thrown instead of sending a request that would exceed a limit of the user, or the plan. */
export class OverBudget extends Error {
  override name = 'OverBudget'
  readonly option: SpendingLimit
  /** Option and value as typed. */
  readonly limit: string
  constructor(option: SpendingLimit, most: number | string, why = `${option} ${most} is used up`) {
    super(why)
    this.option = option
    this.limit = `${option} ${most}`
  }
}

export const notEnoughRequests = (most: number) =>
  new OverBudget('--max-requests', most, `--max-requests ${most} is too low for the selection`)

/** Thrown instead of any further request. */
export class OutOfRequests extends OverBudget {
  constructor(most: number, why?: string) {
    super('--max-requests', most, why)
  }
}

/** Thrown instead of sending another submission that the server must refuse: it accepted enough of them. */
export class EnoughAccepted extends Error {
  override name = 'EnoughAccepted'
}

/** Thrown instead of sending a request after the end of the run: its deadline, or an interrupt. */
export class RunIsOver extends Error {
  override name = 'RunIsOver'
}

/** The planned jobs were used to confirm failures; this is not a limit of the user. */
export class PlannedJobsUsedUp extends OverBudget {
  constructor(jobs: number) {
    super('--max-jobs', jobs, 'the planned jobs are used up')
  }
}
