import type { ServiceClock } from '../clock.ts'
import type { Journal } from '../journal/journal.ts'
import type { Layers } from '../layers.ts'
import type { Copy } from '../store/copies.ts'
import type { Store } from '../store/store.ts'

/** `ahead`: difference from the machine's clock, in ms. */
type Snapshot = { copy: Copy; time: number; ahead: number; speed: number }

export type Snapshots = {
  /** Saves accounts, keys, jobs and the time. */
  take(name: string): void
  /**
   * Default: the state at the start; not available if it started with a shared file. Resets scenarios and the journal.
   */
  reset(name?: string): void
  names(): string[]
}

export const AT_THE_START = 'start'

type Parts = { store: Store; clock: ServiceClock; layers: Layers; journal: Journal; isNew: boolean }

export function snapshotsOf({ store, clock, layers, journal, isNew }: Parts): Snapshots {
  const taken = new Map<string, Snapshot>()
  const take = (name: string) => {
    const time = clock.now()
    taken.set(name, { copy: store.copy(), time, ahead: time - Date.now(), speed: clock.speed })
  }
  if (isNew) take(AT_THE_START)
  return {
    take,
    reset(name = AT_THE_START) {
      const snapshot = taken.get(name)
      if (!snapshot) throw new RangeError(`unknown snapshot ${name}`)
      snapshot.copy.putBack()
      layers.renew()
      journal.clear()
      const { time, ahead, speed } = snapshot
      if (speed === 0) clock.stop()
      else clock.run(speed)
      clock.moveTo(speed === 0 ? time : Date.now() + ahead)
    },
    names: () => [...taken.keys()],
  }
}
