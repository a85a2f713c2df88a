import { closeSync, readSync } from 'node:fs'
import { openFile } from '../writing/read-file.ts'
import type { Began, HistoryEntry } from './entry/entries.ts'
import type { Exchange } from './entry/exchange.ts'
import { linesOf } from './history-file.ts'

/** The entries of a run, in order. It can be read any number of times. */
export type Recording = Iterable<HistoryEntry> & {
  exchange(n: number): Exchange | undefined
  /** Exchanges of the check or phase of this name. */
  exchangesBy(name: string): Exchange[]
}

/** Size of the first lines that are kept in memory, which are all lines of nearly every run. */
const KEPT_BYTES = 24 * 1024 * 1024
/** Longer lines stay in the file. */
const LONG_LINE = 32 * 1024

/** An entry, or its position in the file. */
type Line = HistoryEntry | { start: number; length: number }

/** Entries in memory or in a file. Beyond KEPT_BYTES, memory holds only the positions of exchanges. */
export class StoredRecording implements Recording {
  path: string | undefined
  /** Bytes of the lines in the file. */
  size = 0
  #count = 0
  readonly #skipped = new Set<number>()
  /** The first lines, without skipped ones, and their number in the file. */
  readonly #head: Line[] = []
  readonly #inHead = { count: 0, bytes: 0 }
  /** Entries that could not be written to the file. */
  readonly #unwritten: HistoryEntry[] = []
  readonly #exchanges = new Map<number, Line>()
  readonly #bySender = new Map<string, Line[]>()

  constructor(path?: string) {
    this.path = path
  }

  add(entry: HistoryEntry): void {
    this.#index(entry, entry)
    this.#unwritten.push(entry)
  }

  /** Adds the next line of the file, of `length` bytes. */
  addWritten(entry: HistoryEntry, length: number): void {
    const isInHead = this.#reachesHead(length)
    const line = isInHead && length <= LONG_LINE ? entry : { start: this.size, length }
    this.#index(entry, line)
    if (isInHead) this.#head.push(line)
    this.#pass(length, isInHead)
  }

  /** Skips the next line of the file. */
  skip(length: number): void {
    this.#skipped.add(this.#count + 1)
    this.#pass(length, this.#reachesHead(length))
  }

  has(n: number): boolean {
    return this.#exchanges.has(n)
  }

  *[Symbol.iterator](): Generator<HistoryEntry> {
    const [inHead, inMemory] = [this.#head.length, this.#unwritten.length]
    const { size, path } = this
    let { count, bytes: from } = this.#inHead
    for (let at = 0; at < inHead; at++) yield this.#entryAt(this.#head[at]!)
    if (from < size)
      for (const line of linesOf(path!, { from, size }))
        if (!this.#skipped.has(++count)) yield JSON.parse(line.toString()) as HistoryEntry
    for (let at = 0; at < inMemory; at++) yield this.#unwritten[at]!
  }

  exchange(n: number): Exchange | undefined {
    const line = this.#exchanges.get(n)
    return line && (this.#entryAt(line) as Exchange)
  }

  exchangesBy(name: string): Exchange[] {
    return (this.#bySender.get(name) ?? []).map((line) => this.#entryAt(line) as Exchange)
  }

  #index(entry: HistoryEntry, line: Line): void {
    if (entry.kind !== 'exchange') return
    this.#exchanges.set(entry.n, line)
    const { by } = entry.purpose
    const others = this.#bySender.get(by)
    if (others) others.push(line)
    else this.#bySender.set(by, [line])
  }

  #reachesHead(length: number): boolean {
    return this.#inHead.count === this.#count && this.size + length <= KEPT_BYTES
  }

  #pass(length: number, isInHead: boolean): void {
    this.#count++
    this.size += length
    if (isInHead) Object.assign(this.#inHead, { count: this.#count, bytes: this.size })
  }

  #entryAt(line: Line): HistoryEntry {
    if (!('start' in line)) return line
    const file = openFile(this.path!)
    try {
      const text = Buffer.allocUnsafe(line.length)
      readSync(file, text, 0, text.length, line.start)
      return JSON.parse(text.toString()) as HistoryEntry
    } finally {
      closeSync(file)
    }
  }
}

export function beginningOf(history: Iterable<HistoryEntry>): Began | undefined {
  const [first] = history
  return first?.kind === 'began' ? first : undefined
}

export function recordingOf(entries: Recording | readonly HistoryEntry[]): Recording {
  if ('exchangesBy' in entries) return entries
  const recording = new StoredRecording()
  for (const entry of entries) recording.add(entry)
  return recording
}
