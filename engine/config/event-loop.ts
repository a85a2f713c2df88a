import { setImmediate } from 'node:timers/promises'

/** Interrupts and timers wait for so long. */
export const SLICE_MS = 50

/** Iterates, and lets other work run after each slice. */
export async function* withPauses<T>(all: Iterable<T>): AsyncGenerator<T> {
  let begun = performance.now()
  for (const each of all) {
    yield each
    if (performance.now() - begun < SLICE_MS) continue
    await setImmediate()
    begun = performance.now()
  }
}
