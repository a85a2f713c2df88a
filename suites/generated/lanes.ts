import type { Driver } from '../../engine/run/driver.ts'

/** After this many consecutive requests that exceed the limits of the run, the others would, too. */
const MOST_SKIPPED = 20

/** Skips each generated request that exceeds the limits of the run. */
export function withinLimits(drive: Pick<Driver, 'withinLimits' | 'notTested'>) {
  let skipped = 0
  return async <T>(what: string, send: () => Promise<T>): Promise<T | undefined> => {
    const sent = await drive.withinLimits(what, send)
    skipped = sent === undefined ? skipped + 1 : 0
    return skipped < MOST_SKIPPED ? sent : drive.notTested(`${skipped} in a row did not fit the limits of the run`)
  }
}

/** Runs `act` in parallel lanes while `goesOn`, up to the first error. */
export async function inLanes<T>(
  lanes: number,
  things: Iterable<T>,
  act: (thing: T, lane: number) => Promise<void>,
  goesOn: () => boolean,
): Promise<void> {
  const waiting = things[Symbol.iterator]()
  let failed = false
  const go = async (lane: number) => {
    try {
      for (let next = waiting.next(); !next.done && !failed && goesOn(); next = waiting.next())
        await act(next.value, lane)
    } catch (error) {
      failed = true
      throw error
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: lanes }, (_, lane) => go(lane)))
  const end = ends.find((each) => each.status === 'rejected')
  if (end) throw end.reason
}
