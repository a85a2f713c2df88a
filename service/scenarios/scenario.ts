import type { Patch } from '../layers.ts'
import type { Scope } from '../scope.ts'

export const KINDS = ['scenario', 'dialect', 'fault', 'variant'] as const
export type ScenarioKind = (typeof KINDS)[number]

export type Value = string | number
export type Values = Readonly<Record<string, Value>>

/** A parameter of a scenario and its default. */
export type Parameter = { name: string; about: string } & (
  | { type: 'number'; least: number; most: number; usual?: number; isWhole?: boolean }
  /** `severalOf`: one or more of them, joined by a plus sign. */
  | { type: 'text'; usual?: string; oneOf?: readonly string[]; severalOf?: readonly string[] }
)

/** A named behaviour. */
export type Scenario = {
  kind: ScenarioKind
  name: string
  /** One sentence for people who choose. */
  summary: string
  parameters: readonly Parameter[]
  /** Gets all parameters that have a default. Keep counters inside: a reset calls it again. */
  patch(values: Values): Patch
}

/** Called only if a name is not the service's own: there may be a thousand entries. */
export type Catalogue = () => Promise<readonly Scenario[]>

/** A requested scenario: `busy`, or `fault:keeps-revoked-keys`. */
export type Play = {
  play: string
  with?: Readonly<Record<string, Value>>
  /** Default: all requests. */
  for?: Scope
  /** Name while it is on; default: name and scope. */
  as?: string
}

export const nameOf = ({ kind, name }: Pick<Scenario, 'kind' | 'name'>): string =>
  kind === 'scenario' ? name : `${kind}:${name}`

/** The scenario cannot be played as requested; the message says what can. */
export class PlayError extends RangeError {}
