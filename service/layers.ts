import { type SettingChange, worldTiedTo } from './interface/adjust.ts'
import { type Behaviour, type Wrappers, withWrappersTo, wrapped } from './interface/behaviour.ts'
import type { Caller, Incoming, World } from './interface/world.ts'
import type { Present } from './present.ts'
import { isWithin, type Scope, subjectOf } from './scope.ts'
import type { LivingSettings } from './settings.ts'

/** A patch that wraps decisions (`around`) and changes settings (`adjust`) while the layer is on. */
export type Layer = { name: string; patch: Patch }
export type Patch = (behaviour: Behaviour, world: World) => void

/** Later layers wrap earlier ones. A request in progress finishes with the layers it started with. */
export type Layers = {
  /** Applies to all requests, or to those within a scope. */
  put(layer: Layer, scope?: Scope): void
  /** In any order; the other layers keep their state. */
  takeOff(name: string): void
  /** Resets the state of all layers. */
  renew(): void
  names(): string[]
  areOn(): boolean
  /** The layers and settings that apply to a request. */
  forRequest(incoming: Incoming, caller?: Caller): Pick<Present, 'layers' | 'settings'>
  /** Names of the unscoped layers and of those that apply to one request. */
  namesFor(present: Pick<Present, 'layers'>): string[]
}

type Wrapping = { name: keyof Behaviour; wrapper: Wrappers[keyof Behaviour] }
type Laid = {
  name: string
  scope: Scope | undefined
  patch: Patch
  wrappings: Wrapping[]
  changes: SettingChange[]
  endings: (() => void)[]
}
type Service = {
  behaviour: Behaviour
  /** The same decisions without any layer. */
  plain: Behaviour
  world: World
  settings: LivingSettings
  present(): Present | undefined
}

const NONE: ReadonlySet<object> = new Set()

/**
 * A patch changes nothing itself: its wrappers and changes are recorded. At each change, the service is rebuilt from
 * the bare decisions and settings and the records of the layers still on.
 */
export function layersOn({ behaviour, plain, world, settings, present }: Service): Layers {
  const bare = { ...behaviour }
  let on: Laid[] = []
  let scoped: Laid[] = []

  const makeAnewFrom = (layers: Laid[]) => {
    const everywhere = layers.filter(({ scope }) => scope === undefined)
    settings.of(changesOf(layers))
    settings.changeBy(changesOf(everywhere))
    on = layers
    scoped = layers.filter(({ scope }) => scope !== undefined)
    const wrappings = on.flatMap((layer) => layer.wrappings.map((each) => ({ ...each, layer })))
    for (const name of Object.keys(bare) as (keyof Behaviour)[]) {
      const wrappers = wrappings
        .filter((each) => each.name === name)
        .map(({ wrapper, layer }) => within(layer, wrapper))
      Object.assign(behaviour, { [name]: wrapped(bare[name], wrappers) })
    }
  }

  const within = (layer: Laid, wrapper: Wrapping['wrapper']): Wrapping['wrapper'] => {
    if (layer.scope === undefined) return wrapper
    const wrap = wrapper as (next: (...args: unknown[]) => unknown, ...args: unknown[]) => unknown
    return ((next: (...args: unknown[]) => unknown, ...args: unknown[]) =>
      present()?.layers.has(layer) ? wrap(next, ...args) : next(...args)) as Wrapping['wrapper']
  }

  const layers: Layers = {
    put({ name, patch }, scope) {
      if (on.some((each) => each.name === name)) throw new Error(`a layer named ${name} is already active`)
      const layer: Laid = { name, scope, patch, wrappings: [], changes: [], endings: [] }
      try {
        writeDown(layer, behaviour, world)
        makeAnewFrom([...on, layer])
      } catch (error) {
        end(layer)
        throw error
      }
    },
    takeOff(name) {
      const layer = on.find((each) => each.name === name)
      if (!layer) throw new Error(`no layer named ${name} is active`)
      makeAnewFrom(on.filter((each) => each !== layer))
      end(layer)
    },
    renew() {
      const before = on
      for (const { name } of before.toReversed()) layers.takeOff(name)
      for (const { name, patch, scope } of before) layers.put({ name, patch }, scope)
    },
    names: () => on.map(({ name }) => name),
    areOn: () => on.length > 0,
    namesFor: (present) => on.filter((l) => l.scope === undefined || present.layers.has(l)).map(({ name }) => name),
    forRequest(incoming, caller) {
      if (scoped.length === 0) return { layers: NONE, settings: undefined }
      const subject = subjectOf(incoming, plain, world, caller)
      const here = scoped.filter(({ scope }) => isWithin(scope!, subject))
      const isChanged = here.some(({ changes }) => changes.length > 0)
      const all = on.filter((layer) => layer.scope === undefined || here.includes(layer))
      return { layers: new Set(here), settings: isChanged ? settings.of(changesOf(all)) : undefined }
    },
  }
  return layers
}

const changesOf = (layers: readonly Laid[]) => layers.flatMap(({ changes }) => changes)

function writeDown({ name: layer, patch, wrappings, changes, endings }: Laid, behaviour: Behaviour, world: World) {
  let over = false
  const noted = <Each>(notes: Each[], note: Each) => {
    if (over) throw new Error(`the layer ${layer} changed something that its removal would not undo`)
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
