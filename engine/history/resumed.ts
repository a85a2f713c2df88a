import type { HistoryEntry } from './entry/entries.ts'
import type { Recording } from './recording.ts'

/** Whether the check or phase is finished, so that a resumed run does not repeat it. */
export function isFinished(entry: HistoryEntry): boolean {
  if (entry.kind === 'driven' || entry.kind === 'skipped') return true
  return entry.kind === 'cut-short' && entry.cause?.kind !== 'run ended'
}

export const partName = (by: string, part: string) => `${by}: ${part}`

/** The recording without these exchanges of interrupted phases; they can still be looked up by number. */
export function withoutInterrupted(recording: Recording, interrupted: ReadonlySet<number>): Recording {
  if (interrupted.size === 0) return recording
  return {
    *[Symbol.iterator](): Generator<HistoryEntry> {
      for (const entry of recording) if (entry.kind !== 'exchange' || !interrupted.has(entry.n)) yield entry
    },
    exchange: (n) => recording.exchange(n),
    exchangesBy: (name) => recording.exchangesBy(name).filter(({ n }) => !interrupted.has(n)),
  }
}
