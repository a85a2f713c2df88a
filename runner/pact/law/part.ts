import type { ClauseId } from '../../../spec/clauses.ts'
import type { OpenPointId } from '../../../spec/open-points.ts'
import type { BodyThere } from '../file/pact-file.ts'
import type { Rules } from '../file/rules.ts'

/** A body that a contract expects, with its rules. */
export type Expected = BodyThere & { rules: Rules }

/**
 * promised: every lawful answer keeps it · beyond: a server may choose so, and another one otherwise · against: no lawful
 * answer fits, or lawful answers of one and the same server are now so, now otherwise · untold: what is asked for cannot be
 * found out.
 */
export type Standing = 'promised' | 'beyond' | 'against' | 'untold'

/** One thing that a contract asks for, and how the law stands to it. */
export type Part = {
  /** Where it stands in the file. */
  pointer: string
  standing: Standing
  /** What is asked for, and what the law says of it. */
  what: string
  /** What promises it. */
  clauses?: readonly ClauseId[]
  /** What leaves it open. */
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
