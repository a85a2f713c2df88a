import { createHash } from 'node:crypto'
import { closeSync, readSync } from 'node:fs'
import { UsageError } from '../config/target.ts'
import { NotAFile, openFile } from '../writing/read-file.ts'
import type { HistoryEntry } from './entry/entries.ts'
import type { Exchange } from './entry/exchange.ts'
import type { Recording } from './recording.ts'

const CHUNK_BYTES = 256 * 1024
/** The longest exchange takes about 12 MiB. */
const LINE_BYTES = 32 * 1024 * 1024
const LINE_END = '\n'.charCodeAt(0)

/** The file is none that a run could have written, or cannot be read by this version. */
export class UnreadableHistory extends UsageError {
  override name = 'UnreadableHistory'
}

/** Lines that are kept in memory: those of nearly every run, so that its file is never read again. */
const KEPT_BYTES = 24 * 1024 * 1024
/** Longer lines stay in the file. */
const LONG_LINE = 32 * 1024

type Place = { start: number; length: number }
const isPlace = (line: HistoryEntry | Place): line is Place => 'start' in line

/** A recording in a file. Memory holds its first lines, and of the others the places of exchanges. */
export class HistoryFile implements Recording {
  path: string
  /** Bytes of the lines known so far. */
  size = 0
  #lines = 0
  readonly #skipped = new Set<number>()
  /** The first lines, without the skipped ones. */
  readonly #head: (HistoryEntry | Place)[] = []
  #headLines = 0
  #headBytes = 0
  readonly #exchanges = new Map<number, Exchange | Place>()
  readonly #bySender = new Map<string, (Exchange | Place)[]>()

  constructor(path: string) {
    this.path = path
  }

  /** The next line of the file, `length` bytes long. */
  add(entry: HistoryEntry, length: number): void {
    const isInHead = this.size + length <= KEPT_BYTES && this.#headLines === this.#lines
    const isKept = isInHead && length <= LONG_LINE
    const line = isKept ? entry : { start: this.size, length }
    if (entry.kind === 'exchange') {
      const exchange = line as Exchange | Place
      const own = this.#bySender.get(entry.purpose.by)
      if (own) own.push(exchange)
      else this.#bySender.set(entry.purpose.by, [exchange])
      this.#exchanges.set(entry.n, exchange)
    }
    if (isInHead) this.#head.push(line)
    this.#pass(length, isInHead)
  }

  /** The next line, which readers are not shown. */
  skip(length: number): void {
    this.#skipped.add(this.#lines + 1)
    this.#pass(length, this.#headLines === this.#lines)
  }

  has(n: number): boolean {
    return this.#exchanges.has(n)
  }

  *[Symbol.iterator](): Generator<HistoryEntry> {
    const { size } = this
    const [head, from] = [this.#head.length, this.#headBytes]
    let line = this.#headLines
    for (let at = 0; at < head; at++) yield this.#entryAt(this.#head[at]!)
    for (const text of linesOf(this.path, { from, size }))
      if (!this.#skipped.has(++line)) yield JSON.parse(text.toString()) as HistoryEntry
  }

  exchange(n: number): Exchange | undefined {
    const exchange = this.#exchanges.get(n)
    return exchange && (this.#entryAt(exchange) as Exchange)
  }

  exchangesBy(name: string): Exchange[] {
    return (this.#bySender.get(name) ?? []).map((each) => this.#entryAt(each) as Exchange)
  }

  #pass(length: number, isInHead: boolean): void {
    this.#lines++
    this.size += length
    if (isInHead) [this.#headLines, this.#headBytes] = [this.#lines, this.size]
  }

  #entryAt(line: HistoryEntry | Place): HistoryEntry {
    if (!isPlace(line)) return line
    const file = openFile(this.path)
    try {
      const text = Buffer.allocUnsafe(line.length)
      readSync(file, text, 0, text.length, line.start)
      return JSON.parse(text.toString()) as HistoryEntry
    } finally {
      closeSync(file)
    }
  }
}

type Part = {
  from?: number
  size?: number /** Gets all bytes, also those of an incomplete last line. */
  onBytes?(bytes: Buffer): void
}

/** The complete lines in the first bytes of a file, each valid until the next one is read. */
export function* linesOf(path: string, { from: start = 0, size, onBytes }: Part = {}): Generator<Buffer> {
  let begun: Buffer[] = []
  let length = 0
  for (const bytes of chunksOf(path, start, size)) {
    onBytes?.(bytes)
    let from = 0
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, from)) {
      const line = bytes.subarray(from, end + 1)
      yield begun.length > 0 ? Buffer.concat([...begun, line]) : line
      from = end + 1
      begun = []
      length = 0
    }
    if (from === bytes.length) continue
    begun.push(Buffer.from(bytes.subarray(from)))
    length += bytes.length - from
    if (length > LINE_BYTES)
      throw new UnreadableHistory(`${path} is not a history: it has a line of more than ${LINE_BYTES} bytes`)
  }
}

export function digestOf(path: string): string {
  const hash = createHash('sha256')
  for (const bytes of chunksOf(path)) hash.update(bytes)
  return hash.digest('hex')
}

/** All in one buffer, so each is valid until the next one is read. */
function* chunksOf(path: string, start = 0, size = Number.POSITIVE_INFINITY): Generator<Buffer> {
  if (start >= size) return
  const file = open(path)
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - start))
  try {
    for (let at = start; at < size; ) {
      const length = readSync(file, chunk, 0, Math.min(chunk.length, size - at), at)
      if (length === 0) return
      yield chunk.subarray(0, length)
      at += length
    }
  } finally {
    closeSync(file)
  }
}

function open(path: string): number {
  try {
    return openFile(path)
  } catch (error) {
    throw error instanceof NotAFile ? new UnreadableHistory(`${path} is not a file`) : error
  }
}
