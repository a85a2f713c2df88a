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

/** A recording that stays in its file. Memory holds the places of its exchanges, about 60 bytes each. */
export class HistoryFile implements Recording {
  path: string
  /** Bytes of the lines known so far. */
  size = 0
  #lines = 0
  readonly #skipped = new Set<number>()
  /** By number of the exchange: its index in these lists. */
  readonly #index = new Map<number, number>()
  readonly #starts: number[] = []
  readonly #lengths: number[] = []
  readonly #bySender = new Map<string, number[]>()

  constructor(path: string) {
    this.path = path
  }

  /** The next line of the file, `length` bytes long. */
  add(entry: HistoryEntry, length: number): void {
    if (entry.kind === 'exchange') {
      const { n, purpose } = entry
      this.#index.set(n, this.#starts.length)
      const own = this.#bySender.get(purpose.by)
      if (own) own.push(this.#starts.length)
      else this.#bySender.set(purpose.by, [this.#starts.length])
      this.#starts.push(this.size)
      this.#lengths.push(length)
    }
    this.#lines++
    this.size += length
  }

  /** The next line, which readers are not shown. */
  skip(length: number): void {
    this.#skipped.add(++this.#lines)
    this.size += length
  }

  has(n: number): boolean {
    return this.#index.has(n)
  }

  *[Symbol.iterator](): Generator<HistoryEntry> {
    let nth = 0
    for (const line of linesOf(this.path, this.size))
      if (!this.#skipped.has(++nth)) yield JSON.parse(line.toString()) as HistoryEntry
  }

  exchange(n: number): Exchange | undefined {
    const index = this.#index.get(n)
    return index === undefined ? undefined : this.#read([index])[0]
  }

  exchangesBy(name: string): Exchange[] {
    return this.#read(this.#bySender.get(name) ?? [])
  }

  #read(indexes: readonly number[]): Exchange[] {
    if (indexes.length === 0) return []
    const file = openFile(this.path)
    try {
      return indexes.map((index) => {
        const line = Buffer.allocUnsafe(this.#lengths[index]!)
        readSync(file, line, 0, line.length, this.#starts[index]!)
        return JSON.parse(line.toString()) as Exchange
      })
    } finally {
      closeSync(file)
    }
  }
}

/**
 * The complete lines in the first bytes of a file, each valid until the next one is read. `onBytes` gets all bytes, also those
 * of an incomplete last line.
 */
export function* linesOf(
  path: string,
  size = Number.POSITIVE_INFINITY,
  onBytes?: (bytes: Buffer) => void,
): Generator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for (const bytes of chunksOf(path, size)) {
    onBytes?.(bytes)
    const text = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
    let from = 0
    for (let end = text.indexOf(LINE_END); end >= 0; end = text.indexOf(LINE_END, from)) {
      yield text.subarray(from, end + 1)
      from = end + 1
    }
    rest = Buffer.from(text.subarray(from))
    if (rest.length > LINE_BYTES)
      throw new UnreadableHistory(`${path} is not a history: it has a line of more than ${LINE_BYTES} bytes`)
  }
}

export function digestOf(path: string): string {
  const hash = createHash('sha256')
  for (const bytes of chunksOf(path)) hash.update(bytes)
  return hash.digest('hex')
}

/** All in one buffer, so each is valid until the next one is read. */
function* chunksOf(path: string, size = Number.POSITIVE_INFINITY): Generator<Buffer> {
  const file = open(path)
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size))
  try {
    for (let at = 0; at < size; ) {
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
