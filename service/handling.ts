import type { Behaviour } from './interface/behaviour.ts'
import type { Answer, Caller, Incoming } from './interface/world.ts'
import type { keeper } from './journal/keep.ts'
import type { Layers } from './layers.ts'
import type { Present, presents } from './present.ts'
import type { WhenSent } from './stream-answer.ts'

type Parts = {
  behaviour: Behaviour
  layers: Layers
  presents: ReturnType<typeof presents>
  journal: ReturnType<typeof keeper>
}

/** `caller`: the account of a request made within the service, without a key. */
export type Handle = (incoming: Incoming, caller?: Caller) => Promise<Handled>
export type Handled = { answer: Answer; whenSent: WhenSent }

/** Handles one request from arrival to journal entry. */
export function handling({ behaviour, layers, presents, journal }: Parts): Handle {
  return async (incoming, caller) => {
    const found = layers.forRequest(incoming, caller)
    const present: Present = caller ? { ...found, caller, isFromWithin: true } : found
    const during = layers.areOn() ? presents.during : presents.duringOneGo
    const heard = journal.hear(incoming, present, layers.namesFor(present))
    try {
      const soon = during(present, () => behaviour.respond(incoming))
      const answer = soon instanceof Promise ? await soon : soon
      return {
        answer,
        whenSent: (how) => journal.keep(heard, { answer, ...how }),
      }
    } catch (error) {
      journal.keep(heard)
      throw error
    }
  }
}
