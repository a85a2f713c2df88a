import { closeSync, openSync, readSync } from 'node:fs'
import type { Exchange, HistoryEntry } from './exchange.ts'
import { linesOf } from './lines.ts'
import { type Place, Places } from './places.ts'
import type { Recording } from './recording.ts'

/** Judges look up the same few twins over and over. */
const MOST_RECENT = 300
const LONGEST_RECENT = 64 * 1024

/** A recording in a file, line by line. In memory is only where each exchange stands. */
export class HistoryFile implements Recording {
  #path: string
  readonly #places = new Places()
  readonly #recent = new Map<number, Exchange>()
  #size = 0

  constructor(path: string) {
    this.#path = path
  }

  /** Takes note of the line that follows those known so far. */
  add(entry: HistoryEntry, length: number): void {
    if (entry.kind === 'exchange') this.#places.set(entry.n, entry.purpose.by, { at: this.#size, length })
    this.#size += length
  }

  /** The file has another name now. */
  movedTo(path: string): void {
    this.#path = path
  }

  *[Symbol.iterator](): Generator<HistoryEntry> {
    for (const line of linesOf(this.#path, this.#size)) yield JSON.parse(line.toString()) as HistoryEntry
  }

  exchange(n: number): Exchange | undefined {
    const place = this.#places.get(n)
    if (!place) return undefined
    const exchange = this.#recent.get(n) ?? this.#reading((file) => exchangeAt(file, place))
    this.#recent.delete(n)
    if (place.length <= LONGEST_RECENT) this.#recent.set(n, exchange)
    if (this.#recent.size > MOST_RECENT) this.#recent.delete(this.#recent.keys().next().value!)
    return exchange
  }

  exchangesBy(name: string): Exchange[] {
    return this.#reading((file) => this.#places.by(name).map((place) => exchangeAt(file, place)))
  }

  #reading<T>(read: (file: number) => T): T {
    const file = openSync(this.#path, 'r')
    try {
      return read(file)
    } finally {
      closeSync(file)
    }
  }
}

function exchangeAt(file: number, { at, length }: Place): Exchange {
  const line = Buffer.allocUnsafe(length)
  readSync(file, line, 0, length, at)
  return JSON.parse(line.toString()) as Exchange
}
