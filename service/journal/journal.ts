import { type Asked, isAskedFor, type JournalEntry } from './entry.ts'

/** The requests of late, the oldest first. */
export type Journal = {
  /** Where `most` is said, the newest of them. */
  entries(asked?: Asked): JournalEntry[]
  /** Each entry from now on, once it has been answered; call what it returns to hear no more. */
  onEntry(listener: (entry: JournalEntry) => void): () => void
  /** The first entry that is as asked, of those there are or the next to come. */
  waitFor(isIt: (entry: JournalEntry) => boolean): Promise<JournalEntry>
  /** Numbers go on. */
  clear(): void
  /** How many of the oldest had to make room. */
  readonly dropped: number
}

/** Made out in full only when somebody reads it: most requests are never looked at. */
export type Draft = { n: number; entry(): JournalEntry }
export type WritableJournal = Journal & { nextNumber(): number; write(draft: Draft): void }

/** Enough for a long day of trying; what is older makes room, so that memory levels off. */
const MOST_ENTRIES = 10_000

export function newJournal(most = MOST_ENTRIES): WritableJournal {
  // A ring: `oldest` is where the next one goes, once it is full.
  let ring: Draft[] = []
  let oldest = 0
  let numbered = 0
  let dropped = 0
  const listeners = new Set<(entry: JournalEntry) => void>()

  const inOrder = () => [...ring].sort((one, other) => one.n - other.n).map((draft) => draft.entry())
  const onEntry = (listener: (entry: JournalEntry) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return {
    entries({ most: wanted, ...asked } = {}) {
      const found = inOrder().filter(isAskedFor(asked))
      return wanted === undefined ? found : found.slice(Math.max(0, found.length - wanted))
    },
    onEntry,
    waitFor(isIt) {
      const there = inOrder().find(isIt)
      if (there) return Promise.resolve(there)
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
    get dropped() {
      return dropped
    },
    nextNumber: () => ++numbered,
    write(draft) {
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
