import { isAskedFor, type JournalEntry, type WantedEntries } from './entry.ts'

/** The latest requests, oldest first. */
export type Journal = {
  /** With `most`: the newest only. */
  entries(asked?: WantedEntries): JournalEntry[]
  /** Calls the listener for each new entry, after the response; returns a function that unsubscribes. */
  onEntry(listener: (entry: JournalEntry) => void): () => void
  /** Resolves with the first matching entry, existing or future. */
  waitFor(isIt: (entry: JournalEntry) => boolean): Promise<JournalEntry>
  /** Numbers continue. */
  clear(): void
  readonly size: number
  /** Number of old entries that were dropped. */
  readonly dropped: number
  /** Position of the last write. Entries are numbered by arrival; an earlier request may be answered later. */
  readonly mark: number
  /** The next entries written after a mark, in the order of writing. */
  since(mark: number, most: number): Written[]
}

type Written = { mark: number; entry: JournalEntry }

/** Built on demand: most entries are never read. */
type Draft = { n: number; entry(): JournalEntry }
export type WritableJournal = Journal & { nextNumber(): number; write(draft: Draft): void }

/** Enough for a long day of tests; older entries are dropped, so that memory is bounded. */
const MOST_ENTRIES = 10_000

export function newJournal(most = MOST_ENTRIES): WritableJournal {
  // A ring buffer: once it is full, `oldest` is overwritten next.
  let ring: Draft[] = []
  let oldest = 0
  let numbered = 0
  let dropped = 0
  let mark = 0
  const listeners = new Set<(entry: JournalEntry) => void>()

  const inOrder = () => [...ring].sort((one, other) => one.n - other.n)
  const onEntry = (listener: (entry: JournalEntry) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return {
    entries({ most: wanted, ...asked } = {}) {
      const { after = 0 } = asked
      const drafts = inOrder().filter(({ n }) => n > after)
      const found = drafts.map((draft) => draft.entry()).filter(isAskedFor(asked))
      return wanted === undefined ? found : found.slice(Math.max(0, found.length - wanted))
    },
    onEntry,
    waitFor(isIt) {
      for (const draft of inOrder()) {
        const there = draft.entry()
        if (isIt(there)) return Promise.resolve(there)
      }
      return new Promise((resolve) => {
        const stop = onEntry((entry) => {
          if (!isIt(entry)) return
          stop()
          resolve(entry)
        })
      })
    },
    clear() {
      ring = []
      oldest = 0
      dropped = 0
    },
    get size() {
      return ring.length
    },
    get dropped() {
      return dropped
    },
    get mark() {
      return mark
    },
    since(known, wanted) {
      const first = mark - ring.length
      const from = Math.max(0, known - first)
      return Array.from({ length: Math.max(0, Math.min(wanted, ring.length - from)) }, (_, at) => ({
        mark: first + from + at + 1,
        entry: ring[(oldest + from + at) % ring.length]!.entry(),
      }))
    },
    nextNumber: () => ++numbered,
    write(draft) {
      mark++
      if (ring.length < most) ring.push(draft)
      else {
        ring[oldest] = draft
        oldest = (oldest + 1) % most
        dropped++
      }
      for (const listener of listeners) listener(draft.entry())
    },
  }
}
