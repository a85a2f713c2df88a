import type { Settings, World } from './interface/world.ts'

type Fixed = Pick<World, 'store' | 'keys' | 'time'>

const SETTINGS = {
  dialect: true,
  clock: true,
  polls: true,
  capacity: true,
  failingPrompt: true,
  imageUrl: true,
} satisfies Record<keyof Settings, true>

/** A world that reads its settings anew each time, since they differ between requests. */
export function worldOf(fixed: Fixed, settings: () => Settings): { world: World; listensAt(origin: string): void } {
  let origin = ''
  const world = { ...fixed, memory: new Map<string, unknown>() }
  const living: PropertyDescriptorMap = { origin: { get: () => origin, enumerable: true } }
  for (const name of Object.keys(SETTINGS) as (keyof Settings)[])
    living[name] = { get: () => settings()[name], enumerable: true }
  return {
    world: Object.defineProperties(world, living) as World,
    listensAt(url) {
      origin = url
    },
  }
}
