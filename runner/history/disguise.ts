import type { HistoryEntry } from './entries.ts'

/** What an entry is turned into before anybody can read it. */
export type Disguise = (entry: HistoryEntry) => HistoryEntry
