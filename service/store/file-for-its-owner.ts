import { chmodSync, closeSync, lstatSync, openSync } from 'node:fs'
import { resolve } from 'node:path'

const OTHERS = 0o077

/** Why a path cannot be the file of a state. */
export class NoDataFile extends Error {
  override name = 'NoDataFile'
}

/**
 * The secret that links are signed with stands in it, with hashes of keys and passwords: no other user of the machine is to
 * read it, whatever the umask. SQLite gives the files beside it the same permissions. Answers with the path in full, since
 * SQLite takes some others for addresses.
 */
export function fileForItsOwner(file: string): string {
  const path = resolve(file)
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats) made(path)
  else if (stats.isSymbolicLink()) throw new NoDataFile('it is a symbolic link; use the path of its target')
  else if (!stats.isFile()) throw new NoDataFile('it is not a regular file')
  else if ((stats.mode & OTHERS) !== 0) narrow(path, stats.mode)
  return path
}

function made(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Another process on it was quicker.
    if (code === 'EEXIST') return
    throw new NoDataFile(code === 'ENOENT' ? 'its directory does not exist' : `it cannot be created (${code})`)
  }
}

/** By its name: a file of SQLite that is opened and closed again loses the locks that this process has on it. */
function narrow(path: string, mode: number): void {
  try {
    chmodSync(path, mode & ~OTHERS)
  } catch (error) {
    // The owner of an existing file decides who may read it.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}
