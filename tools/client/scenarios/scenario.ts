import type { Scenario } from '../../../engine/judge/clients/check.ts'
import type { Play } from '../../../service/scenarios/scenario.ts'
import type { ClientClauseId } from '../../../spec/clients/clauses.ts'
import type { HasToBeSeen } from './place.ts'

/** A test situation for clients, and what a client must have done before it is judged. */
export type ClientScenario = Pick<Scenario, 'rightEnd' | 'tries' | 'urlLivesMs'> & {
  /** Name on the command line. */
  name: string
  about: string
  /** What the service plays; later ones lie outside. The seed determines random values. */
  plays(seed: number): readonly (Play | string)[]
  needs: HasToBeSeen
  /** Polls until the job finishes, and seconds of Retry-After in addition. */
  polls: number
  waits: number
  /** The client gets an image URL. */
  hasImage?: true
  /** Clauses not judged here, because the specification leaves the reaction to the client. */
  leaves?: readonly ClientClauseId[]
}

/** For scenarios without random values. */
export const playing =
  (...plays: (Play | string)[]): ClientScenario['plays'] =>
  () =>
    plays
