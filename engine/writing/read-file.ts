import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { LIMITS } from '../config/limits.ts'
import { UsageError } from '../config/target.ts'

type FileKind = 'nothing' | 'file' | 'link' | 'folder' | 'device' | 'pipe' | 'something else'

function kindOf(stats: Stats | undefined): FileKind {
  if (!stats) return 'nothing'
  if (stats.isFile()) return 'file'
  if (stats.isSymbolicLink()) return 'link'
  if (stats.isDirectory()) return 'folder'
  if (stats.isCharacterDevice()) return 'device'
  return stats.isFIFO() ? 'pipe' : 'something else'
}

/** Does not follow symbolic links. */
export const kindAt = (path: string): FileKind => kindOf(lstatSync(path, { throwIfNoEntry: false }))

/** A pipe, device, folder or link where a regular file is needed. The code is that of the system call. */
export class NotAFile extends Error {
  override name = 'NotAFile'
  readonly code: string
  readonly kind: FileKind

  constructor(kind: FileKind) {
    const code = kind === 'folder' ? 'EISDIR' : kind === 'link' ? 'ELOOP' : 'EEXIST'
    super(code)
    this.code = code
    this.kind = kind
  }
}

/** A device or pipe such as /dev/stdout or /dev/fd/63, which is written to directly. */
export function isOfTheSystem(path: string): boolean {
  if (['nothing', 'file', 'folder'].includes(kindAt(path))) return false
  const folder = realpathSync(dirname(resolve(path))) + sep
  return (folder.startsWith('/dev/') && !folder.startsWith('/dev/shm/')) || folder.startsWith('/proc/')
}

/** Opens a regular file and never blocks. Throws NotAFile for a pipe or a device, which may never end. */
export function openFile(path: string, flags = constants.O_RDONLY): number {
  const file = openSync(path, flags | constants.O_NONBLOCK)
  const kind = kindOf(fstatSync(file))
  if (kind === 'file') return file
  closeSync(file)
  throw new NotAFile(kind)
}

/** At most `most` bytes of a file of gatecheck. Undefined for a link, and if it cannot be read. */
export function readOwn(path: string, most: number, { from = 'beginning' }: { from?: 'beginning' | 'end' } = {}) {
  try {
    const file = openFile(path, constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      const bytes = Buffer.alloc(most)
      const at = from === 'end' ? Math.max(0, fstatSync(file).size - most) : 0
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, most, at))
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}

type Given = {
  /** In bytes. */
  most?: number
}

/**
 * The content of a file that the user named. `where`: its name in messages. A larger or missing file, a folder, a device and
 * a pipe are wrong usage; a pipe of the shell, as in <(…), is read.
 */
export function textGiven(
  path: string,
  where: string,
  { encoding = 'utf8', ...given }: Given & { encoding?: 'utf8' | 'latin1' } = {},
): string {
  return bytesGiven(path, where, given).toString(encoding)
}

export function jsonGiven(path: string, most: number): unknown {
  const text = textGiven(path, path, { most })
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${path} is not JSON`)
  }
}

export function bytesGiven(path: string, where: string, { most = LIMITS.givenFileBytes }: Given = {}): Buffer {
  const isShellPipe = () => statSync(path).isFIFO() && isOfTheSystem(path)
  const open = () => (isShellPipe() ? openSync(path, 'r') : openFile(path))
  const bytes = reading(open, where, (file) => (fstatSync(file).size > most ? undefined : readFileSync(file)))
  if (bytes === undefined || bytes.length > most) throw tooLarge(where, most)
  return bytes
}

/** For a file that other code reads, such as a module loader. */
export function refuseUnlessFileGiven(path: string, where: string): void {
  const size = reading(
    () => openFile(path),
    where,
    (file) => fstatSync(file).size,
  )
  if (size > LIMITS.givenFileBytes) throw tooLarge(where, LIMITS.givenFileBytes)
}

const tooLarge = (where: string, most: number) => new UsageError(`${where}: larger than ${most} bytes`)

function reading<Answer>(open: () => number, where: string, read: (file: number) => Answer): Answer {
  let file: number | undefined
  try {
    file = open()
    return read(file)
  } catch (error) {
    throw new UsageError(`${where}: ${whyUnread(error)}`)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

function whyUnread(error: unknown): string {
  if (error instanceof NotAFile) return error.kind === 'something else' ? 'not a file' : `a ${error.kind}, not a file`
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  return code === 'ENOENT' ? 'no such file' : `cannot be read (${code})`
}
