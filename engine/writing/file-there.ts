import {
  appendFileSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import { inTheWayOf, isOfTheSystem, kindOf, NoFile } from './in-the-way.ts'
import { tryToWriteWhole, writeWhole } from './whole-file.ts'

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR } = constants

/** Opens a file to be read. A pipe would be waited for without an end, and a device has none: they are none. */
export function openFile(path: string, flags = O_RDONLY): number {
  const file = openSync(path, flags | O_NONBLOCK)
  try {
    refuseNoFile(fstatSync(file))
    return file
  } catch (error) {
    closeSync(file)
    throw error
  }
}

/** To be written on behind its first bytes; what stands behind them is cut off. */
export function openToGoOn(path: string, size: number): number {
  if (inTheWayOf(path) === 'link') throw new NoFile('link')
  const file = openFile(path, O_RDWR | O_NOFOLLOW)
  ftruncateSync(file, size)
  return file
}

/** The text of a file of our own, where nobody has put a link or anything else in its place. */
export function readOwn(path: string): string | undefined {
  return withOwn(path, (file) => readFileSync(file, 'utf8'))
}

/** The first bytes of it. */
export function beginningOf(path: string, bytes: number): string | undefined {
  return withOwn(path, (file) => {
    const first = Buffer.alloc(bytes)
    return first.toString('utf8', 0, readSync(file, first))
  })
}

/** What others could read, as a copy or a careless chmod leaves it, they cannot from now on. True where they could. */
export function closeToOthers(path: string): boolean {
  return (
    withOwn(path, (file) => {
      const { mode } = fstatSync(file)
      const isOpen = (mode & 0o077) !== 0
      if (isOpen) fchmodSync(file, mode & 0o700)
      return isOpen
    }) ?? false
  )
}

/** Adds to a file that others add to as well. One that has other names besides is written anew under this one alone. */
export function appendTo(path: string, text: string): void {
  if (isOfTheSystem(path)) {
    appendFileSync(path, text)
    return
  }
  const file = openToAppend(path)
  try {
    if (fstatSync(file).nlink > 1) writeWhole(path, `${readFileSync(file, 'utf8')}${text}`)
    else writeFileSync(file, text)
  } finally {
    closeSync(file)
  }
}

/** Whether it could be, found out before there is anything to add. */
export function tryToAppend(path: string): void {
  if (inTheWayOf(path) === 'nothing' || isOfTheSystem(path)) tryToWriteWhole(path)
  else closeSync(openToAppend(path))
}

function openToAppend(path: string): number {
  if (inTheWayOf(path) === 'link') throw new NoFile('link')
  return openFile(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW)
}

function withOwn<T>(path: string, act: (file: number) => T): T | undefined {
  try {
    const file = openFile(path, O_RDONLY | O_NOFOLLOW)
    try {
      return act(file)
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}

function refuseNoFile(stats: Stats): void {
  const kind = kindOf(stats)
  if (kind !== 'file') throw new NoFile(kind)
}
