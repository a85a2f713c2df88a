import type { KeyName } from '../../keys/recipes.ts'

/** What this run has learned about the names and shapes that the specification leaves open. Nothing else asks for them. */
export type Dialect = {
  /** Where the job id stands in the answer to a submission. */
  idWay?: string[]
  idType?: 'string' | 'number'
  /** How GET /models lists its aliases. */
  models?: { form: string; aliases: string[] }
  /** The alias that was accepted. */
  alias?: string
  /** The key that all of it was told; where nothing is said, the one that a run is given for its account. */
  learnedBy?: KeyName
}
