import { UsageError } from '../../../engine/config/target.ts'
import type { Statuses } from '../../../engine/pact/file/rules.ts'
import type { EndpointName } from '../../../spec/endpoints.ts'
import type { Reads } from './reads.ts'

/** One thing that a client asks, and what it reads of the answer. */
export type Interaction = {
  endpoint: EndpointName
  /** Expected statuses; empty if no response is described. */
  statuses: readonly Statuses[]
  /** Of a job: the states that it expects; undefined where any may be meant. */
  states?: readonly string[]
  body: Reads
  /** In lower case. */
  headers: readonly string[]
  /** The alias of a submission; undefined if unknown. */
  model?: { named: string } | 'not named' | 'unknown'
}

/** What a file holds that says nothing of the interface, and why. */
export type LeftOut = { file: string; why: string; what?: string; times: number }

export type ClientFile = { name: string; kind: string; interactions: Interaction[]; leftOut: LeftOut[] }

/** The text is nothing that tells what a client relies on. */
export class NoClientFile extends UsageError {
  override name = 'NoClientFile'
}

/** The same thing left out time and again is said once. */
export function gathered(leftOut: readonly LeftOut[]): LeftOut[] {
  const same = Map.groupBy(leftOut, ({ file, why, what }) => JSON.stringify([file, why, what]))
  return [...same.values()].map((all) => ({ ...all[0]!, times: all.reduce((sum, { times }) => sum + times, 0) }))
}
