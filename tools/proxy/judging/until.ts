import type { HistoryEntry } from '../../../engine/history/entry/entries.ts'
import type { Recording } from '../../../engine/history/recording.ts'

/** How much of a recording there is: its entries, and how many of them are exchanges, which are counted from one. */
export type Extent = { entries: number; exchanges: number }

/**
 * A recording as it was at that extent, however much has come since: whoever goes through it twice sees the same. `last` is
 * seen behind it.
 */
export function until(recording: Recording, extent: Extent, last: readonly HistoryEntry[] = []): Recording {
  const isIn = (n: number) => n <= extent.exchanges
  return {
    *[Symbol.iterator](): Generator<HistoryEntry> {
      let left = extent.entries
      if (left > 0) {
        for (const entry of recording) {
          yield entry
          if (--left === 0) break
        }
      }
      yield* last
    },
    exchange: (n) => (isIn(n) ? recording.exchange(n) : undefined),
    exchangesBy: (name) => recording.exchangesBy(name).filter(({ n }) => isIn(n)),
  }
}
