import { isAskedFor, type JournalEntry, type WantedEntries } from './entry.ts'

/** The requests of late, the oldest first. */
export type Journal = {
  /** Where `most` is said, the newest of them. */
  entries(asked?: WantedEntries): JournalEntry[]
  /** Each entry from now on, once it has been answered; call what it returns to hear no more. */
  onEntry(listener: (entry: JournalEntry) => void): () => void
  /** The first entry that is as asked, of those there are or the next to come. */
  waitFor(isIt: (entry: JournalEntry) => boolean): Promise<JournalEntry>
  /** Numbers go on. */
  clear(): void
  /** How many there are. */
  readonly size: number
  /** How many of the oldest had to make room. */
  readonly dropped: number
  /** How far it has been written: numbers count requests as they came, and an earlier one may be answered later. */
  readonly mark: number
  /** The next that were written behind a mark, in the order in which they were. */
  since(mark: number, most: number): Written[]
}

type Written = { mark: number; entry: JournalEntry }

/** Built only when it is read: most entries never are. */
type Draft = { n: number; entry(): JournalEntry }
export type WritableJournal = Journal & { nextNumber(): number; write(draft: Draft): void }

/** Enough for a long day of trying; what is older makes room, so that memory levels off. */
const MOST_ENTRIES = 10_000

export function newJournal(most = MOST_ENTRIES): WritableJournal {
  // A ring: `oldest` is where the next one goes, once it is full.
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
