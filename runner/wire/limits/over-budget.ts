import type { SpendingLimit } from './limits.ts'

/** Thrown where sending one more thing would break a limit that the user set. */
export class OverBudget extends Error {
  override name = 'OverBudget'
  readonly option: SpendingLimit
  constructor(option: SpendingLimit, most: number | string, why = `${option} ${most} is used up`) {
    super(why)
    this.option = option
  }
}

/** Of a phase that is not begun. */
export const notEnoughRequests = (most: number) =>
  new OverBudget('--max-requests', most, `--max-requests ${most} does not suffice for all that was chosen`)

/** Whoever asks next is out of luck, whatever it is. */
export class OutOfRequests extends OverBudget {
  constructor(most: number) {
    super('--max-requests', most)
  }
}
