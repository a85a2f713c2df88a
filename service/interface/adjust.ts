import type { Settings, World } from './world.ts'

type Adjust = <Name extends keyof Settings>(name: Name, change: Change<Name>) => void
/** From what the setting is without the layer. It is asked again whenever that has become another. */
type Change<Name extends keyof Settings> = (before: Settings[Name]) => Settings[Name]
/** Of the same type as the setting that it is named after. */
export type SettingChange = { name: keyof Settings; change: (before: unknown) => unknown }

type Ties = { adjust: Adjust; whenTakenOff(act: () => void): void }

const tiesOf = new WeakMap<World, Ties>()

/** Changes one setting, for as long as the layer is on; a layer put later changes what earlier ones have made of it. */
export function adjust<Name extends keyof Settings>(world: World, name: Name, change: Change<Name>): void {
  ties(world, name).adjust(name, change)
}

/** For what no wrapper undoes by itself, like a timer. */
export function whenTakenOff(world: World, act: () => void): void {
  ties(world, 'what is to be undone').whenTakenOff(act)
}

/** The same world, at every moment, but with notes of its own. */
export function worldTiedTo(tied: Ties, world: World): World {
  const same: World = Object.create(world, { memory: { value: new Map(), enumerable: true } })
  // Frozen, because a setting that a patch assigned could not be taken back.
  tiesOf.set(Object.freeze(same), tied)
  return same
}

function ties(world: World, what: string): Ties {
  const found = tiesOf.get(world)
  if (!found) throw new Error(`${what} can be changed only by a layer, on the world that its patch is given`)
  return found
}
