import type { World } from '../../interface/world.ts'
import { randomSeed, severalIn, severalOf } from '../parameters.ts'
import { aroundRequests, type GoodRequest, REQUEST_KINDS, type RequestKind } from '../requests/asked.ts'
import type { Scenario } from '../scenario.ts'
import { TROUBLES } from '../troubles/index.ts'
import { type Comes, scenarioOf, type Trouble, usualKinds } from '../troubles/trouble.ts'
import { valuesOf } from '../values.ts'
import { dealer } from './dealer.ts'

/** None of them waits: with a stopped clock it would wait forever. */
const USUAL = ['busy', 'lost-answer', 'gateway', 'cut', 'cut-download', 'backwards']

const chaos: Scenario = {
  kind: 'scenario',
  name: 'chaos',
  summary:
    'Random problems, reproducible with the seed. For each key and kind of request, every problem occurs once within 2 × (number of problems / share) requests. At most two occur in a row, so retries succeed.',
  parameters: [
    randomSeed('random seed'),
    {
      name: 'share',
      about: 'share of affected requests, at most 2/3',
      type: 'number',
      least: 0.01,
      most: 0.66,
      usual: 0.4,
    },
    severalOf(
      'troubles',
      'problems, joined by +, with their defaults',
      TROUBLES.map(({ name }) => name),
      USUAL,
    ),
  ],
  patch:
    ({ seed, share, troubles }) =>
    (behaviour, world) => {
      const names = severalIn(troubles)
      const cards: Card[] = TROUBLES.filter(({ name }) => names.includes(name)).map((trouble) => ({
        kinds: usualKinds(trouble),
        comes: trouble.comes(usualValues(trouble), behaviour, world),
      }))
      const byKind = new Map(REQUEST_KINDS.map((kind) => [kind, cards.filter(({ kinds }) => kinds.includes(kind))]))
      const deal = dealer<Card>(Number(share))
      aroundRequests(behaviour, world, async (asked, go) => {
        const { card, putBack } = deal({ ...hand(asked, Number(seed), world), cards: byKind.get(asked.kind)! })
        if (!card) return go()
        const met = await card.comes(asked, go)
        if (!('spared' in met)) return met
        putBack()
        return met.spared
      })
    },
}

type Card = { kinds: readonly RequestKind[]; comes: Comes }

const usualValues = (trouble: Trouble) => valuesOf(scenarioOf(trouble), {})

/** Identifies a key by its label, since ids change at each start. */
function hand({ kind, caller, job }: GoodRequest, seed: number, { store }: World) {
  const { account, keyId } = caller
  const named = JSON.stringify([account, store.keys.get(keyId)?.label ?? ''])
  return { deck: `${kind} ${keyId}`, seed: `${seed} ${kind} ${named}`, who: `${kind} ${keyId} ${job ?? ''}` }
}

export const chaosScenarios: readonly Scenario[] = [chaos]
