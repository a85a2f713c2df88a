import { setImmediate } from 'node:timers/promises'

/** For so long nobody else has a turn: neither an interrupt nor a timer. */
export const SLICE_MS = 50

/** One after the other; whatever else is under way has its turn in between. */
export async function* givingWay<T>(all: Iterable<T>): AsyncGenerator<T> {
  let begun = performance.now()
  for (const each of all) {
    yield each
    if (performance.now() - begun < SLICE_MS) continue
    await setImmediate()
    begun = performance.now()
  }
}
