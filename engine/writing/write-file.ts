import { randomBytes } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isOfTheSystem, kindAt, NotAFile, openFile } from './read-file.ts'

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_RDWR, W_OK } = constants

/** `isPrivate`: only the owner can read the file. */
type Manner = { isPrivate?: boolean }

/** Writes another file and renames it, so readers never see half of it, and a symbolic link is replaced, not followed. */
export function writeWhole(path: string, content: string | Uint8Array, manner: Manner = {}): void {
  if (isOfTheSystem(path)) {
    writeFileSync(path, content)
    return
  }
  refuseToReplace(path)
  const temporary = temporaryBeside(path)
  writeNew(temporary, content, manner)
  try {
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** Throws if writeWhole could not write there; leaves the file as it is. */
export function tryToWriteWhole(path: string): void {
  if (isOfTheSystem(path)) {
    accessSync(path, W_OK)
    return
  }
  refuseToReplace(path)
  const temporary = temporaryBeside(path)
  closeSync(openNew(temporary))
  rmSync(temporary)
}

/** Throws if the name is taken. If writing fails, no partial file remains. */
export function writeNew(path: string, content: string | Uint8Array, manner: Manner = {}): void {
  const file = openNew(path, manner)
  try {
    writeFileSync(file, content)
    fsyncSync(file)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

/** Opens a new, empty file with this name; other hard links of an existing one keep their content. */
export function openInPlaceOf(path: string, manner: Manner = {}): number {
  refuseToReplace(path)
  rmSync(path, { force: true })
  return openNew(path, manner)
}

/** Appends to a file that other processes append to as well. */
export function appendTo(path: string, text: string): void {
  const file = openToAppend(path)
  try {
    writeFileSync(file, text)
  } finally {
    closeSync(file)
  }
}

/** Throws if appendTo could not append there. */
export function tryToAppend(path: string): void {
  if (kindAt(path) === 'nothing') tryToWriteWhole(path)
  else closeSync(openToAppend(path))
}

/** Removes the permissions of group and others. True if there were any. Does not follow a symbolic link. */
export function closeToOthers(path: string): boolean {
  let file: number | undefined
  try {
    file = openFile(path, O_RDONLY | O_NOFOLLOW)
    const { mode } = fstatSync(file)
    if ((mode & 0o077) === 0) return false
    fchmodSync(file, mode & 0o700)
    return true
  } catch {
    return false
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** A temporary file of writeWhole, which a killed process leaves behind. */
export const isTemporary = (name: string) => /^\.gatecheck-[0-9a-f]{16}\.part$/.test(name)

export const temporaryBeside = (path: string) =>
  join(dirname(path), `.gatecheck-${randomBytes(8).toString('hex')}.part`)

const openNew = (path: string, { isPrivate = false }: Manner = {}) =>
  openSync(path, O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR, isPrivate ? 0o600 : 0o666)

function openToAppend(path: string): number {
  if (isOfTheSystem(path)) return openSync(path, 'a')
  if (kindAt(path) === 'link') throw new NotAFile('link')
  return openFile(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW)
}

/** A rename would replace a read-only file. */
function refuseToReplace(path: string): void {
  const kind = kindAt(path)
  if (kind === 'file') accessSync(path, W_OK)
  else if (kind !== 'nothing' && kind !== 'link') throw new NotAFile(kind)
}
