import type { ClauseId } from '../../../spec/clauses.ts'
import type { OpenPointId } from '../../../spec/open-points.ts'
import type { BodyThere } from '../file/pact-file.ts'
import type { Rules } from '../file/rules.ts'

/** An expected body with its rules. */
export type Expected = BodyThere & { rules: Rules }

/**
 * promised: every conforming response matches · beyond: conforming servers differ · against: no conforming response
 * matches, or the responses of one conforming server vary · untold: cannot be judged.
 */
export type Standing = 'promised' | 'beyond' | 'against' | 'untold'

/** One expectation of a contract, compared with the specification. */
export type Part = {
  /** JSON pointer. */
  pointer: string
  standing: Standing
  /** The expectation, and what the specification says. */
  what: string
  /** The clauses that require it. */
  clauses?: readonly ClauseId[]
  /** The open point that covers it. */
  open?: OpenPointId
  /** What to write there. */
  instead?: string
}

type Rest = { clauses?: readonly ClauseId[]; open?: OpenPointId; instead?: string }

const part =
  (standing: Standing) =>
  (pointer: string, what: string, rest: Rest = {}): Part => ({ pointer, standing, what, ...rest })

export const beyond = part('beyond')
export const against = part('against')

export const promised = (pointer: string, what: string, ...clauses: ClauseId[]): Part => ({
  pointer,
  standing: 'promised',
  what,
  clauses,
})
