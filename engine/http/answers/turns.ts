import { setImmediate } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()

/** What takes long is done one after the other, and in between timers, interrupts and all else that waits have their turn. */
export function aTurnOfItsOwn(): Promise<unknown> {
  last = last.then(() => setImmediate())
  return last
}
