import { lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Ended } from '../../history/entry/entries.ts'
import { beginningOf, closeToOthers, readOwn } from '../../writing/file-there.ts'
import { inTheWayOf } from '../../writing/in-the-way.ts'
import { isHalfWritten } from '../../writing/whole-file.ts'
import { CLIENT_FILE, HISTORY_FILE, isForItsOwner, isOfARun, REPORT_FILE } from './files.ts'

const MOVED_ASIDE = /^earlier-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(-\d+)?$/

export const filesOfARun = (folder: string) => readdirSync(folder).filter(isOfARun)

/** Moves what an earlier run left in a folder into one of its own, and lets go of the oldest beyond `keep`. */
export function moveAside(folder: string, keep: number): void {
  const files = filesOfARun(folder)
  if (files.length > 0) {
    const aside = unusedName(join(folder, `earlier-${whenWritten(join(folder, files[0]!))}`))
    mkdirSync(aside)
    for (const name of files) {
      renameSync(join(folder, name), join(aside, name))
      if (isForItsOwner(name)) closeToOthers(join(aside, name))
    }
  }
  for (const name of earlierRunsIn(folder).slice(0, -keep || undefined)) removeRun(join(folder, name))
}

/** The names of the runs that were moved aside, the oldest first. */
export function earlierRunsIn(folder: string): string[] {
  // A link of such a name leads to what is somebody else's.
  return readdirSync(folder)
    .filter((name) => MOVED_ASIDE.test(name) && inTheWayOf(join(folder, name)) === 'folder')
    .toSorted(byAge)
}

/** Only what a run has written: whatever else somebody has put there stays, and its folder with it. */
export function removeFilesOfARun(folder: string): void {
  for (const name of filesOfARun(folder)) rmSync(join(folder, name))
}

/** What a run that was killed had begun to write. */
export function removeHalfWritten(folder: string): void {
  for (const name of readdirSync(folder)) if (isHalfWritten(name)) rmSync(join(folder, name), { force: true })
}

export function removeRun(folder: string): void {
  removeFilesOfARun(folder)
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}

/** A file that is called like one of ours where no run of ours lies: it is somebody else's. */
export function notOfARun(folder: string): string | undefined {
  const files = filesOfARun(folder)
  const isOurs = files.some((name) => {
    const words = FIRST_WORDS[name.endsWith('.jsonl') ? HISTORY_FILE : name]
    return words !== undefined && beginsWith(join(folder, name), words)
  })
  return isOurs ? undefined : files[0]
}

/** How what a run always leaves begins; one that was killed at once has written nothing yet. */
const FIRST_WORDS: Record<string, RegExp> = {
  [HISTORY_FILE]: /^(\{"kind":"began"|$)/,
  [CLIENT_FILE]: /^\{\s*"schema":\s*1,\s*"verdict":/,
  [REPORT_FILE]: /^\{\s*"schema":\s*1,\s*"suite":\s*\{\s*"name":\s*"gatecheck"/,
}

function beginsWith(path: string, words: RegExp): boolean {
  const first = beginningOf(path, 200)
  return first !== undefined && words.test(first)
}

/** Nobody was there, or nobody who knew the key: nothing of it is missed. */
export function reachedNothing(folder: string): boolean {
  const history = readOwn(join(folder, HISTORY_FILE))
  if (history === undefined) return false
  try {
    const last = JSON.parse(history.trimEnd().split('\n').at(-1)!) as Partial<Ended>
    return last.kind === 'ended' && last.how === 'no target'
  } catch {
    // Too long to be read at once, or cut off: it has something to tell.
    return false
  }
}

/** A second one of the same second has the number 2, and so on. */
function byAge(one: string, other: string): number {
  const [a, b] = [one, other].map((name) => ({
    when: name.slice(0, 'earlier-0000-00-00T00-00-00'.length),
    nth: Number(/T\d\d-\d\d-\d\d-(\d+)$/.exec(name)?.[1] ?? 1),
  }))
  return a!.when.localeCompare(b!.when) || a!.nth - b!.nth
}

function whenWritten(path: string): string {
  return lstatSync(path).mtime.toISOString().slice(0, 19).replaceAll(':', '-')
}

function unusedName(path: string): string {
  let name = path
  for (let n = 2; inTheWayOf(name) !== 'nothing'; n++) name = `${path}-${n}`
  return name
}
