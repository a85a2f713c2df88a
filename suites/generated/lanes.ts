import { setImmediate } from 'node:timers/promises'

/**
 * Takes up one thing after the other, a few at once, while it goes on; stops with the first that fails. The next is drawn
 * while one is under way.
 */
export async function inLanes<T>(
  lanes: number,
  things: Iterable<T>,
  act: (thing: T, lane: number) => Promise<void>,
  goesOn: () => boolean,
): Promise<void> {
  const waiting = things[Symbol.iterator]()
  let failed = false
  const go = async (lane: number) => {
    for (let next = waiting.next(); !next.done && !failed && goesOn(); ) {
      const acting = act(next.value, lane).catch((error: unknown) => {
        failed = true
        throw error
      })
      const [, drawn] = await Promise.all([acting, setImmediate().then(() => waiting.next())])
      next = drawn
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: lanes }, (_, lane) => go(lane)))
  const end = ends.find((each) => each.status === 'rejected')
  if (end) throw end.reason
}
