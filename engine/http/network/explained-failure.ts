import type { FailureKind } from '../../history/entry/exchange.ts'

/** A failure whose message tells the user what is wrong and what to do. */
export class ExplainedFailure extends Error {
  override name = 'ExplainedFailure'
  readonly kind: FailureKind

  constructor(kind: FailureKind, message: string) {
    super(message)
    this.kind = kind
  }
}
