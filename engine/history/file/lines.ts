import { createHash } from 'node:crypto'
import { closeSync, readSync } from 'node:fs'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import { openFile } from '../../writing/file-there.ts'

const CHUNK = 256 * 1024

/**
 * The whole lines of a file, each with the end of line that belongs to it. Each byte is looked at once, however long a line
 * is. `hear` is told all that is read, half a line at the end, too.
 */
export function* linesOf(
  path: string,
  size = Number.POSITIVE_INFINITY,
  hear?: (bytes: Buffer) => void,
): Generator<Buffer> {
  let begun: Buffer[] = []
  let length = 0
  for (const chunk of chunksOf(path, size)) {
    hear?.(chunk)
    let from = 0
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      const rest = chunk.subarray(from, end + 1)
      yield begun.length > 0 ? Buffer.concat([...begun, rest]) : rest
      begun = []
      length = 0
      from = end + 1
    }
    length += chunk.length - from
    if (length > BOUNDS.lineBytes.most) throw new LineTooLong(path)
    if (from < chunk.length) begun.push(Buffer.from(chunk.subarray(from)))
  }
}

export class LineTooLong extends Error {
  override name = 'LineTooLong'

  constructor(path: string) {
    super(`${path} is not a history: it has a line of more than ${BOUNDS.lineBytes.most} bytes`)
  }
}

/** Each stands in the place of the one before. */
function* chunksOf(path: string, size = Number.POSITIVE_INFINITY): Generator<Buffer> {
  if (size === 0) return
  const file = openFile(path)
  try {
    const chunk = Buffer.allocUnsafe(CHUNK)
    for (let at = 0; at < size; ) {
      const length = readSync(file, chunk, 0, Math.min(CHUNK, size - at), at)
      if (length === 0) return
      yield chunk.subarray(0, length)
      at += length
    }
  } finally {
    closeSync(file)
  }
}

export function digestOf(path: string): string {
  const hash = createHash('sha256')
  for (const chunk of chunksOf(path)) hash.update(chunk)
  return hash.digest('hex')
}
