import { UsageError } from '../../../engine/config/target.ts'
import type { Statuses } from '../../../engine/pact/file/rules.ts'
import type { EndpointName } from '../../../spec/endpoints.ts'
import type { Reads } from './reads.ts'

/** A client's request, and the parts of the response that it reads. */
export type Interaction = {
  endpoint: EndpointName
  /** Expected statuses; empty if no response is described. */
  statuses: readonly Statuses[]
  /** Expected states of a job; undefined if unknown. */
  states?: readonly string[]
  body: Reads
  /** In lower case. */
  headers: readonly string[]
  /** The alias of a submission; undefined if unknown. */
  model?: { named: string } | 'not named' | 'unknown'
}

/** Content of a file that says nothing about the interface, and why. */
export type LeftOut = { file: string; why: string; what?: string; times: number }

export type ClientFile = { name: string; kind: string; interactions: Interaction[]; leftOut: LeftOut[] }

/** The file does not show what a client relies on. */
export class NoClientFile extends UsageError {
  override name = 'NoClientFile'
}

/** Joins equal entries. */
export function gathered(leftOut: readonly LeftOut[]): LeftOut[] {
  const same = Map.groupBy(leftOut, ({ file, why, what }) => JSON.stringify([file, why, what]))
  return [...same.values()].map((all) => ({ ...all[0]!, times: all.reduce((sum, { times }) => sum + times, 0) }))
}
