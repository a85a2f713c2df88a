import type { HistoryEntry } from './entry/entries.ts'

/** What an entry is turned into before anybody can read it. */
export type Disguise = (entry: HistoryEntry) => HistoryEntry
