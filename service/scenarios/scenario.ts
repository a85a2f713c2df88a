import type { Patch } from '../layers.ts'
import type { Scope } from '../scope.ts'

export const KINDS = ['scenario', 'dialect', 'fault', 'variant'] as const
export type ScenarioKind = (typeof KINDS)[number]

export type Value = string | number
export type Values = Readonly<Record<string, Value>>

/** What can be said of a scenario, and what holds where it is not. */
export type Parameter = { name: string; about: string } & (
  | { type: 'number'; least: number; most: number; usual?: number; isWhole?: boolean }
  /** `severalOf`: one or more of them, joined by a plus sign. */
  | { type: 'text'; usual?: string; oneOf?: readonly string[]; severalOf?: readonly string[] }
)

/** A way to behave that has a name. */
export type Scenario = {
  kind: ScenarioKind
  name: string
  /** A sentence for people who choose. */
  summary: string
  parameters: readonly Parameter[]
  /** Each parameter that has a usual value has one here. What is counted belongs into the patch, which is asked anew at a reset. */
  patch(values: Values): Patch
}

/** Asked only when a name is not the service's own, since there may be a thousand and more. */
export type Catalogue = () => Promise<readonly Scenario[]>

/** A requested scenario: `busy`, or `fault:keeps-revoked-keys`. */
export type Play = {
  play: string
  with?: Readonly<Record<string, Value>>
  /** The requests that it is for; all of them unless said. */
  for?: Scope
  /** What it is called while it is on; unless said, its name and scope. */
  as?: string
}

export const nameOf = ({ kind, name }: Pick<Scenario, 'kind' | 'name'>): string =>
  kind === 'scenario' ? name : `${kind}:${name}`

/** What was asked for cannot be played as it was said; the message says what can. */
export class PlayError extends RangeError {}
