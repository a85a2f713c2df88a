import type { KeyName } from '../keys/recipes.ts'
import type { Configuration } from '../settings/configuration.ts'
import type { Target } from '../settings/target.ts'
import type { Drive } from './drive.ts'

/** What is known of a run before it starts. */
export type Prospect = {
  target: Target
  configuration: Configuration
  keys: readonly KeyName[]
  keyLength: number
}

/** What is sent at most, besides the polls of jobs. Known before the run, so that it can be announced. */
export type Cost = { requests: number; jobs?: number; videoSeconds?: number }

/** Something that is done once in a run, for one check or for many, and what it costs. */
export type Phase = {
  /** Words, unique among all phases: all that is sent in it carries them. */
  name: string
  /** Nothing else touches the server meanwhile. */
  alone?: true
  /** The jobs that it places serve others, which wait until it has placed them all. */
  placesJobs?: true
  /** What comes first, if it is part of the run. */
  after?: readonly Phase[]
  cost(prospect: Prospect): Cost
  drive(drive: Drive): Promise<void>
}
