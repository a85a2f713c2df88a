import { randomBytes } from 'node:crypto'
import { accessSync, closeSync, constants, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inTheWayOf, isOfTheSystem, NoFile } from './in-the-way.ts'

const OWNER_ONLY = 0o600
/** What the umask takes from is its owner's business. */
const AS_USUAL = 0o666

const ANEW = constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW

export type Manner = {
  /** For the owner's eyes, whoever could read what stood there before. */
  isPrivate?: boolean
  /** Gone with the run: no disk need hurry. */
  isPassing?: boolean
}

/**
 * A file as a whole: under a name that nobody can have foreseen, and then in its place at once, so that nobody ever reads
 * half of it and a link that stands there is replaced, never followed.
 */
export function writeWhole(path: string, content: string | Uint8Array, manner: Manner = {}): void {
  if (isOfTheSystem(path)) {
    writeFileSync(path, content)
    return
  }
  refuseWhatIsNoFile(path)
  const written = besides(path)
  try {
    writeInto(openAnew(written, manner), content, manner)
    renameSync(written, path)
  } catch (error) {
    rmSync(written, { force: true })
    throw error
  }
}

/** Whether it could be, found out without touching what stands there. */
export function tryToWriteWhole(path: string): void {
  if (isOfTheSystem(path)) {
    accessSync(path, constants.W_OK)
    return
  }
  refuseWhatIsNoFile(path)
  const trial = besides(path)
  closeSync(openAnew(trial))
  rmSync(trial)
}

/** A new file, or none: nothing that stands there is replaced. What could not be written to its end is not left behind. */
export function writeNew(path: string, content: string | Uint8Array, manner: Manner = {}): void {
  const file = openAnew(path, manner)
  try {
    writeInto(file, content, manner)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  }
}

/** To be written bit by bit, and read. What stood there under this name is gone, its other names keep what they had. */
export function openInPlaceOf(path: string, manner: Manner = {}): number {
  if (isOfTheSystem(path)) return openSync(path, 'r+')
  refuseWhatIsNoFile(path)
  rmSync(path, { force: true })
  return openAnew(path, manner)
}

/** Like writeWhole for content too large for memory: `write` fills the new file. Returns its open descriptor. */
export function replaceWhole(path: string, write: (file: number) => void, manner: Manner = {}): number {
  refuseWhatIsNoFile(path)
  const written = besides(path)
  const file = openAnew(written, manner)
  try {
    write(file)
    fsyncSync(file)
    renameSync(written, path)
    return file
  } catch (error) {
    closeSync(file)
    rmSync(written, { force: true })
    throw error
  }
}

/** What a process that was killed has left of a file that was not yet in its place. */
export const isHalfWritten = (name: string) => /^\.gatecheck-[0-9a-f]{16}\.part$/.test(name)

const besides = (path: string) => join(dirname(path), `.gatecheck-${randomBytes(8).toString('hex')}.part`)

function openAnew(path: string, { isPrivate = false }: Manner = {}): number {
  return openSync(path, ANEW | constants.O_RDWR, isPrivate ? OWNER_ONLY : AS_USUAL)
}

function writeInto(file: number, content: string | Uint8Array, { isPassing }: Manner): void {
  try {
    writeFileSync(file, content)
    // Or a machine that stops would leave an empty file in the place of a good one.
    if (!isPassing) fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** A file that its owner has closed to writing stays as it is, though a rename would not ask. */
function refuseWhatIsNoFile(path: string): void {
  const kind = inTheWayOf(path)
  if (kind === 'file') accessSync(path, constants.W_OK)
  else if (kind !== 'nothing' && kind !== 'link') throw new NoFile(kind)
}
