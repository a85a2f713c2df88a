import { lstatSync, realpathSync, type Stats } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'

/** What stands where a file is to be written, links taken for links. */
export type InTheWay = 'nothing' | 'file' | 'link' | 'folder' | 'device' | 'pipe' | 'something else'

export function inTheWayOf(path: string): InTheWay {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats ? kindOf(stats) : 'nothing'
}

export function kindOf(stats: Stats): InTheWay {
  if (stats.isFile()) return 'file'
  if (stats.isSymbolicLink()) return 'link'
  if (stats.isDirectory()) return 'folder'
  if (stats.isCharacterDevice()) return 'device'
  return stats.isFIFO() ? 'pipe' : 'something else'
}

/** What no file may take the place of: a device must not be replaced, and where the system keeps them nothing at all. */
export function isOfTheSystem(path: string): boolean {
  const kind = inTheWayOf(path)
  return kind === 'device' || ((kind === 'link' || kind === 'pipe') && isBelowDevices(path))
}

/** Such as /dev/stdout, and what a shell calls /dev/fd/63: links that nobody but the system has set. */
function isBelowDevices(path: string): boolean {
  const folder = realpathSync(dirname(resolve(path))) + sep
  return ['/dev/', '/proc/'].some((system) => folder.startsWith(system)) && !folder.startsWith('/dev/shm/')
}

/** Something else is there; the code is the system's for it, so that it is told in the same words. */
export class NoFile extends Error {
  override name = 'NoFile'
  readonly code: string
  readonly kind: InTheWay

  constructor(kind: InTheWay) {
    const code = kind === 'folder' ? 'EISDIR' : kind === 'link' ? 'ELOOP' : 'EEXIST'
    super(code)
    this.code = code
    this.kind = kind
  }
}
