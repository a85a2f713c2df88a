import type { ClauseId } from '../../spec/clauses.ts'
import type { Profile } from './options.ts'

/** A kind of failed cases. It does not depend on the seed. */
export type Kind = {
  clause: ClauseId
  endpoint: string
  case: string
  received: string
}

/** A known failure: a failure of this kind does not fail the run. */
export type ExpectedFailure = Kind & {
  reason: string
  /** The last day on which it counts, as YYYY-MM-DD. */
  until?: string
  /** First and last line in the file. */
  lines: [first: number, last: number]
}

/** The content of a list of known failures. */
export type ExpectedFailures = {
  file: string
  /** The gatecheck version that wrote the list. */
  version: string
  target: string
  /** The day on which the list was first written, and its number of entries then. */
  since: string
  first: number
  /** The largest run that the list describes. */
  profile: Profile
  generate: number
  /** The checks of the version that wrote the list. */
  checks: string[]
  failures: ExpectedFailure[]
}
