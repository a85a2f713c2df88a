import type { ClauseId } from '../../spec/clauses.ts'

/** A known failure that the user accepts. */
export type Waiver = {
  clause: ClauseId
  reason: string
  /** The group or suite that the user named: its clauses that pass are not waived. */
  within?: string
}
