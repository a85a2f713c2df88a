import { createHash } from 'node:crypto'
import { closeSync, readSync } from 'node:fs'
import { UsageError } from '../config/target.ts'
import { NotAFile, openFile } from '../writing/read-file.ts'

const CHUNK_BYTES = 256 * 1024
/** The longest exchange takes about 12 MiB. */
const LINE_BYTES = 32 * 1024 * 1024
const LINE_END = '\n'.charCodeAt(0)

/** Not a history of a run, or of a format that this version cannot read. */
export class UnreadableHistory extends UsageError {
  override name = 'UnreadableHistory'
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

/** Chunks share one buffer, so each is valid until the next one is read. */
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
