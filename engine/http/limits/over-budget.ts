import type { SpendingLimit } from './limits.ts'

/** Thrown instead of a request that would exceed a limit of the user, or what was announced. */
export class OverBudget extends Error {
  override name = 'OverBudget'
  readonly option: SpendingLimit
  /** As it is typed. */
  readonly limit: string
  constructor(option: SpendingLimit, most: number | string, why = `${option} ${most} is used up`) {
    super(why)
    this.option = option
    this.limit = `${option} ${most}`
  }
}

/** Of a phase that is not begun. */
export const notEnoughRequests = (most: number) =>
  new OverBudget('--max-requests', most, `--max-requests ${most} is too low for the selection`)

/** Thrown instead of any further request. */
export class OutOfRequests extends OverBudget {
  constructor(most: number, why?: string) {
    super('--max-requests', most, why)
  }
}
