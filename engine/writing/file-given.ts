import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { BOUNDS } from '../config/bounds/bounds.ts'
import { UsageError } from '../config/target.ts'
import { openFile } from './file-there.ts'
import { isOfTheSystem, NoFile } from './in-the-way.ts'

type Given = {
  /** Larger is none of its kind. */
  most?: number
}

/**
 * What a file holds that somebody has named. A pipe is waited for without an end, and a device has none: they are wrong
 * usage, and so is a file that is larger than any of its kind. `where`: what to call it in a message.
 */
export function textGiven(
  path: string,
  where: string,
  { encoding = 'utf8', ...given }: Given & { encoding?: 'utf8' | 'latin1' } = {},
): string {
  return bytesGiven(path, where, given).toString(encoding)
}

export function bytesGiven(path: string, where: string, { most = BOUNDS.givenFileBytes.most }: Given = {}): Buffer {
  const bytes = trying(where, () => {
    const file = isHandedOver(path) ? openSync(path, 'r') : openFile(path)
    try {
      return fstatSync(file).size > most ? undefined : upTo(most + 1, file)
    } finally {
      closeSync(file)
    }
  })
  if (bytes === undefined || bytes.length > most) throw tooLarge(where, most)
  return bytes
}

/** For whoever has it read by somebody else. */
export function refuseWhatIsNoFileGiven(path: string, where: string): void {
  const { most } = BOUNDS.givenFileBytes
  const size = trying(where, () => {
    const file = openFile(path)
    try {
      return fstatSync(file).size
    } finally {
      closeSync(file)
    }
  })
  if (size > most) throw tooLarge(where, most)
}

const tooLarge = (where: string, most: number) => new UsageError(`${where}: larger than ${most} bytes`)

function trying<Answer>(where: string, read: () => Answer): Answer {
  try {
    return read()
  } catch (error) {
    throw new UsageError(`${where}: ${whyUnread(error)}`)
  }
}

/** By the shell, as <(…) or on stdin: its writer is there, and ends. */
const isHandedOver = (path: string) => statSync(path).isFIFO() && isOfTheSystem(path)

function upTo(most: number, file: number): Buffer {
  const parts: Buffer[] = []
  for (let left = most; left > 0; ) {
    const part = Buffer.alloc(Math.min(left, 64 * 1024))
    const read = readSync(file, part)
    if (read === 0) break
    parts.push(part.subarray(0, read))
    left -= read
  }
  return Buffer.concat(parts)
}

function whyUnread(error: unknown): string {
  if (error instanceof NoFile) return error.kind === 'something else' ? 'not a file' : `a ${error.kind}, not a file`
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  return code === 'ENOENT' ? 'no such file' : `cannot be read (${code})`
}
