import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { Exchange, HistoryEntry } from './exchange.ts'

/** Append-only. What happened is written as it happens, before anybody judges it, so that a crash loses nothing. */
export class History {
  readonly entries: HistoryEntry[] = []
  readonly #exchanges = new Map<number, Exchange>()
  readonly #listeners: ((entry: HistoryEntry) => void)[] = []
  readonly #file: number | undefined

  constructor(path?: string) {
    this.#file = path === undefined ? undefined : openSync(path, 'w', 0o600)
  }

  append(entry: HistoryEntry): void {
    if (this.#file !== undefined) writeSync(this.#file, `${JSON.stringify(entry)}\n`)
    this.entries.push(entry)
    if (entry.kind === 'exchange') this.#exchanges.set(entry.n, entry)
    for (const listen of this.#listeners) listen(entry)
  }

  exchange(n: number): Exchange | undefined {
    return this.#exchanges.get(n)
  }

  listen(listener: (entry: HistoryEntry) => void): void {
    this.#listeners.push(listener)
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
  }
}

export class UnreadableHistory extends Error {
  override name = 'UnreadableHistory'
}

/** Reads a recorded run. A last line that was cut off by a kill is left out; anything else that is odd is an error. */
export function readHistory(path: string): HistoryEntry[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  const whole = lines.slice(0, -1)
  const entries = whole.map((line, index) => {
    try {
      return JSON.parse(line) as HistoryEntry
    } catch {
      throw new UnreadableHistory(`${path}, line ${index + 1} is not JSON`)
    }
  })
  if (entries[0]?.kind !== 'began') throw new UnreadableHistory(`${path} does not begin with the record of a run`)
  if (entries[0].format !== 1)
    throw new UnreadableHistory(`${path} has the format ${entries[0].format}; this version reads format 1`)
  return entries
}
