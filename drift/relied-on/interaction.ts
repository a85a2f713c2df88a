import type { Target } from '../../runner/settings/target.ts'
import { endpointOf } from '../../runner/wire/requests.ts'
import type { EndpointName } from '../../spec/endpoints.ts'
import { KEY_PREFIX, VERSION_SEGMENT } from '../../spec/words.ts'
import type { Reads } from './reads.ts'

/** Both ends included. */
export type Statuses = { least: number; most: number }

/** One thing that a client asks, and what it reads of the answer. */
export type Interaction = {
  endpoint: EndpointName
  /** Those that it expects; none where no answer is told of. */
  statuses: readonly Statuses[]
  /** Of a job: the states that it expects; undefined where any may be meant. */
  states?: readonly string[]
  body: Reads
  /** In lower case. */
  headers: readonly string[]
  /** Of a submission: the alias that it names; undefined where that cannot be told. */
  model?: { named: string } | 'named by nobody' | 'unknown'
}

/** What a file holds that says nothing of the interface, and why. */
export type LeftOut = { file: string; why: string; what?: string; times: number }

export type ClientFile = { name: string; kind: string; interactions: Interaction[]; leftOut: LeftOut[] }

/** The text is nothing that tells what a client relies on. */
export class NoClientFile extends Error {
  override name = 'NoClientFile'
}

const BELOW_A_VERSION = new RegExp(`^(.*?/${VERSION_SEGMENT})/`)
const baseOf = (basePath: string): Target => ({ baseUrl: basePath, origin: '', basePath, endsWithVersion: true })

/** A contract's paths begin where its mock server was: below the base URL, or with the version before them. */
export function endpointAsked(method: string, path: string): EndpointName | undefined {
  const request = { method: method.toUpperCase(), path, headers: [] }
  const base = BELOW_A_VERSION.exec(path)?.[1] ?? ''
  return endpointOf(request, baseOf('')) ?? (base === '' ? undefined : endpointOf(request, baseOf(base)))
}

const LIKE_A_KEY = new RegExp(`${KEY_PREFIX}[\\w%-]+`, 'g')

/** A path for people, without what stands behind a question mark, and without a key. */
export const pathShown = (path: string) => path.split('?')[0]!.replace(LIKE_A_KEY, `${KEY_PREFIX}…`)

/** The same thing left out time and again is said once. */
export function gathered(leftOut: readonly LeftOut[]): LeftOut[] {
  const same = Map.groupBy(leftOut, ({ file, why, what }) => JSON.stringify([file, why, what]))
  return [...same.values()].map((all) => ({ ...all[0]!, times: all.reduce((sum, { times }) => sum + times, 0) }))
}
