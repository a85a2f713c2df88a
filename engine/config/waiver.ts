import type { ClauseId } from '../../spec/clauses.ts'

/** A failure that its owner knows of, and why it is put up with. */
export type Waiver = {
  clause: ClauseId
  reason: string
  /** The group or the suite that was named instead, with all its clauses: those that hold are not waived. */
  within?: string
}
