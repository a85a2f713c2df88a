import { type SettingChange, worldTiedTo } from './interface/adjust.ts'
import { type Behaviour, type Wrappers, withWrappersTo, wrapped } from './interface/behaviour.ts'
import type { World } from './interface/world.ts'

/** A name, and what is put around decisions (`around`) and made of settings (`adjust`) while it is on. */
export type Layer = { name: string; patch: Patch }
export type Patch = (behaviour: Behaviour, world: World) => void

/** One put later lies outside. What a request under way has begun, it ends as it was. */
export type Layers = {
  put(layer: Layer): void
  /** In any order: the others go on with what they have counted and noted. */
  takeOff(name: string): void
  names(): string[]
}

type Wrapping = { name: keyof Behaviour; wrapper: Wrappers[keyof Behaviour] }
type Laid = { name: string; wrappings: Wrapping[]; changes: SettingChange[]; endings: (() => void)[] }

/**
 * A patch touches nothing: what it asks for is written down, and at each change the service is made anew
 * from its bare decisions and settings and what the layers still on have asked for.
 */
export function layersOn(behaviour: Behaviour, world: World, settle: (changes: SettingChange[]) => void): Layers {
  const bare = { ...behaviour }
  let on: Laid[] = []

  const makeAnewFrom = (layers: Laid[]) => {
    settle(layers.flatMap(({ changes }) => changes))
    on = layers
    const wrappings = on.flatMap((layer) => layer.wrappings)
    for (const name of Object.keys(bare) as (keyof Behaviour)[]) {
      const wrappers = wrappings.filter((each) => each.name === name).map(({ wrapper }) => wrapper)
      Object.assign(behaviour, { [name]: wrapped(bare[name], wrappers) })
    }
  }

  return {
    put({ name, patch }) {
      if (on.some((each) => each.name === name)) throw new Error(`a layer called ${name} is on already`)
      const layer: Laid = { name, wrappings: [], changes: [], endings: [] }
      try {
        writeDown(layer, patch, behaviour, world)
        makeAnewFrom([...on, layer])
      } catch (error) {
        end(layer)
        throw error
      }
    },
    takeOff(name) {
      const layer = on.find((each) => each.name === name)
      if (!layer) throw new Error(`no layer called ${name} is on`)
      makeAnewFrom(on.filter((each) => each !== layer))
      end(layer)
    },
    names: () => on.map(({ name }) => name),
  }
}

function writeDown(
  { name: layer, wrappings, changes, endings }: Laid,
  patch: Patch,
  behaviour: Behaviour,
  world: World,
) {
  let over = false
  const noted = <Each>(notes: Each[], note: Each) => {
    if (over) throw new Error(`the layer ${layer} asks for more than its patch did, and nobody would undo it`)
    notes.push(note)
  }
  patch(
    withWrappersTo((name, wrapper) => noted(wrappings, { name, wrapper }), behaviour),
    worldTiedTo(
      {
        adjust: (name, change) => noted(changes, { name, change: change as SettingChange['change'] }),
        whenTakenOff: (act) => noted(endings, act),
      },
      world,
    ),
  )
  over = true
}

function end({ endings }: Laid): void {
  for (const act of endings.toReversed()) act()
}
