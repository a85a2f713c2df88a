import type { KeyName } from '../../keys/placeholders.ts'

/** Names and shapes that the specification leaves open, as found by discovery. */
export type Dialect = {
  /** Path of the job id in the response to a submission. */
  idWay?: string[]
  idType?: 'string' | 'number'
  /** How GET /models lists its aliases. */
  models?: { form: string; aliases: string[] }
  /** The alias that was accepted. */
  alias?: string
  /** The key that discovery used; default: A. */
  learnedBy?: KeyName
}
