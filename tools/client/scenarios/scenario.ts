import type { Scenario } from '../../../engine/judge/clients/check.ts'
import type { Play } from '../../../service/scenarios/scenario.ts'
import type { ClientClauseId } from '../../../spec/clients/clauses.ts'
import type { HasToBeSeen } from './place.ts'

/** Circumstances in which a client is tried, and what has to be seen of it before it is judged there. */
export type ClientScenario = Pick<Scenario, 'rightEnd' | 'tries' | 'urlLivesMs'> & {
  /** One word for the command line. */
  name: string
  /** A sentence for people. */
  about: string
  /** What the service plays; a later one lies outside. The seed decides what is drawn. */
  plays(seed: number): readonly (Play | string)[]
  needs: HasToBeSeen
  /** How many polls take its job to its end, and how many seconds a client is asked to wait besides. */
  polls: number
  waits: number
  /** It is given the address of an image. */
  hasImage?: true
  /** What a client does about it is its own business: these are not judged here. */
  leaves?: readonly ClientClauseId[]
}

/** Nothing is drawn in most of them. */
export const playing =
  (...plays: (Play | string)[]): ClientScenario['plays'] =>
  () =>
    plays
