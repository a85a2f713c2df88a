import { lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Ended } from '../../history/entry/entries.ts'
import { kindAt, readOwn } from '../../writing/read-file.ts'
import { CLIENT_FILE, HISTORY_FILE, isOfARun, REPORT_FILE } from './files.ts'

const MOVED_ASIDE = /^(earlier-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)(?:-(\d+))?$/
const LAST_BYTES = 64 * 1024

export const filesOfARun = (folder: string) => readdirSync(folder).filter(isOfARun)

/** Moves the run in a folder to a subfolder, and removes the oldest runs beyond `keep`. */
export function moveAside(folder: string, keep: number): void {
  const files = filesOfARun(folder)
  if (files.length > 0) {
    const aside = unusedName(join(folder, `earlier-${timeWritten(join(folder, files[0]!))}`))
    mkdirSync(aside)
    for (const name of files) renameSync(join(folder, name), join(aside, name))
  }
  for (const name of earlierRunsIn(folder).slice(0, -keep || undefined)) removeRun(join(folder, name))
}

/** Names of the folders of earlier runs, oldest first. */
export function earlierRunsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => MOVED_ASIDE.test(name) && kindAt(join(folder, name)) === 'folder')
    .toSorted(byAge)
}

export function removeFilesOfARun(folder: string): void {
  for (const name of filesOfARun(folder)) rmSync(join(folder, name))
}

/** Keeps other files, and the folder if it has any. */
export function removeRun(folder: string): void {
  removeFilesOfARun(folder)
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}

/** A file of another program: it has the name of a run's file in a folder without a run. */
export function foreignFileIn(folder: string): string | undefined {
  const files = filesOfARun(folder)
  const isOurs = files.some((name) => {
    const start = STARTS[name.endsWith('.jsonl') ? HISTORY_FILE : name]
    return start?.test(readOwn(join(folder, name), 200) ?? 'unreadable')
  })
  return isOurs ? undefined : files[0]
}

/** Beginnings of files of a run. A run that was killed at once leaves an empty history. */
const STARTS: Record<string, RegExp> = {
  [HISTORY_FILE]: /^(\{"kind":"began"|$)/,
  [CLIENT_FILE]: /^\{\s*"schema":\s*1,\s*"verdict":/,
  [REPORT_FILE]: /^\{\s*"schema":\s*1,\s*"suite":\s*\{\s*"name":\s*"gatecheck"/,
}

/** Whether the run in a folder could not reach its server, so that it need not be kept. */
export function reachedNothing(folder: string): boolean {
  const end = readOwn(join(folder, HISTORY_FILE), LAST_BYTES, { from: 'end' })
  try {
    const last = JSON.parse(end!.trimEnd().split('\n').at(-1)!) as Partial<Ended>
    return last.kind === 'ended' && last.how === 'no target'
  } catch {
    return false
  }
}

/** Later runs of the same second have the numbers 2, 3 and so on. */
function byAge(one: string, other: string): number {
  const [a, b] = [one, other].map((name) => MOVED_ASIDE.exec(name)!)
  return a![1]!.localeCompare(b![1]!) || Number(a![2] ?? 1) - Number(b![2] ?? 1)
}

const timeWritten = (path: string) => lstatSync(path).mtime.toISOString().slice(0, 19).replaceAll(':', '-')

function unusedName(path: string): string {
  let name = path
  for (let n = 2; kindAt(name) !== 'nothing'; n++) name = `${path}-${n}`
  return name
}
