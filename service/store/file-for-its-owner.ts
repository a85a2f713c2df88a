import { chmodSync, closeSync, lstatSync, openSync } from 'node:fs'
import { resolve } from 'node:path'

const OTHERS = 0o077

/** Why a path cannot be a data file. */
export class NoDataFile extends Error {
  override name = 'NoDataFile'
}

/**
 * The file contains the secret that signs links and hashes of keys and passwords, so only its owner may read it,
 * whatever the umask. SQLite gives its other files the same permissions. Returns the absolute path, because SQLite
 * takes some others for URIs.
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
    // Another process created it first.
    if (code === 'EEXIST') return
    throw new NoDataFile(code === 'ENOENT' ? 'its directory does not exist' : `it cannot be created (${code})`)
  }
}

/** By name: opening and closing an SQLite file would drop the locks that this process holds on it. */
function narrow(path: string, mode: number): void {
  try {
    chmodSync(path, mode & ~OTHERS)
  } catch (error) {
    // The owner of an existing file decides who may read it.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}
