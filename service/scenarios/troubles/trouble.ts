import type { Behaviour } from '../../interface/behaviour.ts'
import type { Answer, World } from '../../interface/world.ts'
import { count, severalIn, severalOf } from '../parameters.ts'
import { aroundRequests, type Go, type GoodRequest, type RequestKind } from '../requests/asked.ts'
import { turns } from '../requests/counts.ts'
import type { Parameter, Scenario, Values } from '../scenario.ts'

/** A problem that affects single requests. */
export type Trouble = Pick<Scenario, 'name' | 'summary' | 'parameters'> & {
  /** Kinds of request that it can affect. */
  comesTo: readonly RequestKind[]
  /** Default kinds. */
  usually?: readonly RequestKind[]
  /** Default number of times per kind; default: always. */
  times?: number
  countedBy: 'key' | 'job'
  /** Called once, when it is activated. */
  comes(values: Values, behaviour: Behaviour, world: World): Comes
  /** Further effects, beyond requests with a valid key. */
  besides?(values: Values, behaviour: Behaviour, world: World): void
}

/** `spared`: it could not affect this request, which got its usual response; a later one is affected instead. */
type Met = Answer | { spared: Answer }
export type Comes = (asked: GoodRequest, go: Go) => Promise<Met>

export const usualKinds = ({ usually, comesTo }: Trouble): readonly RequestKind[] => usually ?? comesTo

/** Deterministic: affects the first requests of each key or job, then no more. */
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
