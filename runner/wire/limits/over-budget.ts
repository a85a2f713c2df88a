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

/** Whoever asks next is out of luck, whatever it is. */
export class OutOfRequests extends OverBudget {
  constructor(most: number) {
    super('--max-requests', most)
  }
}
