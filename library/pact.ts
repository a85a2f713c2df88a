import type { Pact } from '@pact-foundation/pact'
import { Interactions } from './pact/interactions.ts'

export type { Body, Endpoint, Interactions, ReadyMade, Shown } from './pact/interactions.ts'

/** The interactions of the interface, each a line in a client's test. `pact`: yours, of version 4 (`new Pact({ … })`). */
export function interactions(pact: Pick<Pact, 'addInteraction'>): Interactions {
  return new Interactions(pact)
}
