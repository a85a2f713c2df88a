import type { HistoryEntry } from '../entry/entries.ts'
import type { Exchange } from '../entry/exchange.ts'
import type { Recording } from '../recording.ts'

/** Under which name judges are shown what was done again. */
const BROKEN_OFF = 'broken off'

/**
 * The same recording, in which what was abandoned was sent in nobody's name: whoever judges what it was a part of does not
 * take it up, and whoever looks at every exchange sees it.
 */
export function withoutAbandoned(recording: Recording, abandoned: ReadonlySet<number>): Recording {
  if (abandoned.size === 0) return recording
  const shown = (exchange: Exchange): Exchange =>
    abandoned.has(exchange.n) ? { ...exchange, purpose: { ...exchange.purpose, by: BROKEN_OFF } } : exchange
  return {
    *[Symbol.iterator](): Generator<HistoryEntry> {
      for (const entry of recording) yield entry.kind === 'exchange' ? shown(entry) : entry
    },
    exchange(n) {
      const exchange = recording.exchange(n)
      return exchange && shown(exchange)
    },
    exchangesBy: (name) => recording.exchangesBy(name).filter(({ n }) => !abandoned.has(n)),
  }
}
