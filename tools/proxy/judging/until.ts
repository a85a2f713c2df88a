import type { HistoryEntry } from '../../../engine/history/entry/entries.ts'
import type { Recording } from '../../../engine/history/recording.ts'

/** Size of a recording in entries, and in exchanges, which are numbered from 1. */
export type Extent = { entries: number; exchanges: number }

/** A fixed view of a growing recording, up to the given size, followed by `last`. */
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
