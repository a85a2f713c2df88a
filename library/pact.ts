import type { Pact } from '@pact-foundation/pact'
import { Interactions } from './pact/interactions.ts'

export type { Body, Endpoint, Interactions, ReadyMade, Shown } from './pact/interactions.ts'

/** Ready-made interactions for a client's Pact tests. `pact`: a Pact v4 object (`new Pact({ … })`). */
export function interactions(pact: Pick<Pact, 'addInteraction'>): Interactions {
  return new Interactions(pact)
}
