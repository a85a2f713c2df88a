import type { Began, HistoryEntry } from './entry/entries.ts'
import type { Exchange } from './entry/exchange.ts'

/** What happened in a run, in order. It can be read any number of times. */
export type Recording = Iterable<HistoryEntry> & {
  exchange(n: number): Exchange | undefined
  /** What a check or phase of this name sent. */
  exchangesBy(name: string): Exchange[]
}

export class RecordingInMemory implements Recording {
  readonly #entries: HistoryEntry[] = []
  readonly #exchanges = new Map<number, Exchange>()
  readonly #byName = new Map<string, Exchange[]>()

  constructor(entries: Iterable<HistoryEntry> = []) {
    for (const entry of entries) this.add(entry)
  }

  add(entry: HistoryEntry): void {
    this.#entries.push(entry)
    if (entry.kind !== 'exchange') return
    this.#exchanges.set(entry.n, entry)
    const { by } = entry.purpose
    const others = this.#byName.get(by)
    if (others) others.push(entry)
    else this.#byName.set(by, [entry])
  }

  [Symbol.iterator](): Iterator<HistoryEntry> {
    return this.#entries.values()
  }

  exchange(n: number): Exchange | undefined {
    return this.#exchanges.get(n)
  }

  exchangesBy(name: string): Exchange[] {
    return [...(this.#byName.get(name) ?? [])]
  }
}

export function beginningOf(history: Iterable<HistoryEntry>): Began | undefined {
  const [first] = history
  return first?.kind === 'began' ? first : undefined
}

export function recordingOf(entries: Recording | readonly HistoryEntry[]): Recording {
  return 'exchangesBy' in entries ? entries : new RecordingInMemory(entries)
}
