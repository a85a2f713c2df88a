import type { Settings, World } from './world.ts'

type Adjust = <Name extends keyof Settings>(name: Name, change: Change<Name>) => void
/** Called with the value without the layer, again whenever that changes. */
type Change<Name extends keyof Settings> = (before: Settings[Name]) => Settings[Name]
/** The change has the type of the setting it names. */
export type SettingChange = { name: keyof Settings; change: (before: unknown) => unknown }

type Ties = { adjust: Adjust; whenTakenOff(act: () => void): void }

const tiesOf = new WeakMap<World, Ties>()

/** Changes one setting while the layer is on; later layers see the result of earlier ones. */
export function adjust<Name extends keyof Settings>(world: World, name: Name, change: Change<Name>): void {
  ties(world, name).adjust(name, change)
}

/** For effects that removing wrappers does not undo, such as timers. */
export function whenTakenOff(world: World, act: () => void): void {
  ties(world, 'what is to be undone').whenTakenOff(act)
}

/** The same world, with its own cleanup list. */
export function worldTiedTo(tied: Ties, world: World): World {
  const same: World = Object.create(world, { memory: { value: new Map(), enumerable: true } })
  // Frozen: a setting that a patch assigned could not be undone.
  tiesOf.set(Object.freeze(same), tied)
  return same
}

function ties(world: World, what: string): Ties {
  const found = tiesOf.get(world)
  if (!found) throw new Error(`${what} can be changed only by a layer, on the world that its patch is given`)
  return found
}
