import type { Behaviour } from '../../interface/behaviour.ts'
import type { Answer, World } from '../../interface/world.ts'
import { count, severalIn, severalOf } from '../parameters.ts'
import { aroundRequests, type Go, type GoodRequest, type RequestKind } from '../requests/asked.ts'
import { turns } from '../requests/counts.ts'
import type { Parameter, Scenario, Values } from '../scenario.ts'

/** A problem that affects single requests. */
export type Trouble = Pick<Scenario, 'name' | 'summary' | 'parameters'> & {
  /** The kinds of request that it can come to. */
  comesTo: readonly RequestKind[]
  /** Those that it comes to unless said. */
  usually?: readonly RequestKind[]
  /** How often it comes to each of them unless said; always, where left out. */
  times?: number
  countedBy: 'key' | 'job'
  /** Asked once, when it is put on. */
  comes(values: Values, behaviour: Behaviour, world: World): Comes
  /** What belongs to it beside requests with a good key. */
  besides?(values: Values, behaviour: Behaviour, world: World): void
}

/** `spared`: it could not come to this request, which is answered as ever, and so it comes to a later one. */
type Met = Answer | { spared: Answer }
export type Comes = (asked: GoodRequest, go: Go) => Promise<Met>

export const usualKinds = ({ usually, comesTo }: Trouble): readonly RequestKind[] => usually ?? comesTo

/** Without chance: it comes to the first requests of each key or job, and then no more. */
export function scenarioOf(trouble: Trouble): Scenario {
  const { name, summary, countedBy } = trouble
  return {
    kind: 'scenario',
    name,
    summary,
    parameters: [...trouble.parameters, ...parametersOfAll(trouble)],
    patch: (values) => (behaviour, world) => {
      trouble.besides?.(values, behaviour, world)
      const comes = trouble.comes(values, behaviour, world)
      const kinds = values.of === undefined ? trouble.comesTo : severalIn(values.of)
      const open = turns(Number(values.times ?? Number.POSITIVE_INFINITY))
      const before = turns(Number(values.after))
      aroundRequests(behaviour, world, async (asked, go) => {
        const who = (countedBy === 'job' && asked.job) || asked.caller.keyId
        if (!kinds.includes(asked.kind) || before.take(who) || !open.take(who)) return go()
        const met = await comes(asked, go)
        if (!('spared' in met)) return met
        open.giveBack(who)
        return met.spared
      })
    },
  }
}

function parametersOfAll(trouble: Trouble): Parameter[] {
  const { comesTo, times, countedBy } = trouble
  const howOften = `number of times for each ${countedBy}${times === undefined ? ' (default: always)' : ''}`
  return [
    ...(comesTo.length > 1 ? [severalOf('of', 'affected requests, joined by +', comesTo, usualKinds(trouble))] : []),
    count('times', howOften, times === undefined ? {} : { usual: times }),
    count('after', 'number of unaffected requests before', { least: 0, usual: 0 }),
  ]
}
