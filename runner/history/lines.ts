import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'

const CHUNK = 256 * 1024

/** The whole lines of a file, each with the end of line that belongs to it. */
export function* linesOf(path: string, size = Number.POSITIVE_INFINITY): Generator<Buffer> {
  let rest = Buffer.alloc(0)
  for (const chunk of chunksOf(path, size)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let from = 0
    for (let end = bytes.indexOf('\n'); end >= 0; end = bytes.indexOf('\n', from)) {
      yield bytes.subarray(from, end + 1)
      from = end + 1
    }
    rest = Buffer.from(bytes.subarray(from))
  }
}

/** Each stands in the place of the one before. */
function* chunksOf(path: string, size = Number.POSITIVE_INFINITY): Generator<Buffer> {
  const file = openSync(path, 'r')
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
