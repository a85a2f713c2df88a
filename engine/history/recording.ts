import type { Began, HistoryEntry } from './entry/entries.ts'
import type { Exchange } from './entry/exchange.ts'

/** What happened in a run, from its beginning. It can be gone through any number of times. */
export type Recording = Iterable<HistoryEntry> & {
  exchange(n: number): Exchange | undefined
  /** What was sent under one name. */
  exchangesBy(name: string): Exchange[]
}

/** A recording that nobody wants to keep beyond the process. */
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

  /** Returns whether any entry changed. */
  replace(instead: (entry: HistoryEntry) => HistoryEntry): boolean {
    const before = this.#entries.splice(0)
    this.#exchanges.clear()
    this.#byName.clear()
    for (const entry of before) this.add(instead(entry))
    return before.some((entry, index) => JSON.stringify(entry) !== JSON.stringify(this.#entries[index]))
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

/** What a run was told, where its beginning was recorded. */
export function beginningOf(history: Iterable<HistoryEntry>): Began | undefined {
  const [first] = history
  return first?.kind === 'began' ? first : undefined
}

export function recordingOf(entries: Recording | readonly HistoryEntry[]): Recording {
  return 'exchangesBy' in entries ? entries : new RecordingInMemory(entries)
}
