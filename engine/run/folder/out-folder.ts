import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../../config/target.ts'
import type { HistoryEntry } from '../../history/entry/entries.ts'
import { recordedIn } from '../../history/recorded.ts'
import { inTheWayOf } from '../../writing/in-the-way.ts'
import { tryToWriteWhole, writeNew, writeWhole } from '../../writing/whole-file.ts'
import {
  filesOfARun,
  moveAside,
  notOfARun,
  reachedNothing,
  removeFilesOfARun,
  removeHalfWritten,
  removeRun,
} from './earlier-runs.ts'
import { HISTORY_FILE, makeFolder, whyNot } from './files.ts'
import { lock } from './lock.ts'

/** Earlier runs that are kept unless the user says otherwise. */
export const KEPT = 5
/** Where a run leaves its files that reached nothing, if the folder holds one that did. */
const REACHED_NOTHING = 'aborted'
/** Held from the beginning, so that verdicts of a run that filled the disk can still be written. */
const BALLAST_FILE = 'run.ballast'
const BALLAST = 2 * 1024 * 1024

/** A process that ends at once leaves nothing behind that would be in the way of the next run. */
const open = new Set<OutFolder>()
process.on('exit', () => {
  for (const each of open) each.release()
})

export type Claim = {
  /** How many earlier runs are kept. */
  keep?: number
  /** How long the run may last. */
  mostMs: number
  /** The run that lies there goes on: nothing of it is moved or taken away. */
  goesOn?: boolean
}

/**
 * The folder of a run, and no other's as long as it lasts. An earlier run there stays where it is until this one has
 * reached something to talk about.
 */
export class OutFolder {
  readonly path: string
  readonly #keep: number
  readonly #unlock: () => void
  #place: string

  constructor(path: string, { keep = KEPT, mostMs, goesOn = false }: Claim) {
    this.path = path
    this.#keep = keep
    const isNew = made(path)
    try {
      this.#unlock = lock(path, mostMs)
    } catch (error) {
      if (error instanceof UsageError) throw error
      throw new UsageError(`--out ${path}: cannot be written: ${whyNot(error)}`)
    }
    try {
      // Where others keep files of their own, what they ignore is their business.
      if (isNew) writeNew(join(path, '.gitignore'), '*\n')
      removeHalfWritten(path)
      writeWhole(this.#ballast, Buffer.alloc(BALLAST), { isPassing: true })
      this.#place = goesOn ? path : this.#firstPlace()
      open.add(this)
    } catch (error) {
      this.release()
      if (error instanceof UsageError) throw error
      throw new UsageError(`--out ${path}: cannot be written: ${whyNot(error)}`)
    }
  }

  /** Where the files of this run are. */
  get place(): string {
    return this.#place
  }

  get historyPath(): string {
    return join(this.#place, HISTORY_FILE)
  }

  get keptAnEarlierRun(): boolean {
    return this.#place !== this.path
  }

  /** Of the run that lies here, as long as this one has not taken its place. It may be no history, which whoever reads it finds. */
  earlierHistory(): Iterable<HistoryEntry> {
    const path = join(this.path, HISTORY_FILE)
    return this.keptAnEarlierRun && existsSync(path) ? recordedIn(path) : []
  }

  /** Somebody is there: now this run takes the place of the earlier one. `move` takes its history along. */
  reached(move: (path: string) => void): void {
    if (!this.keptAnEarlierRun) return
    moveAside(this.path, this.#keep)
    const before = this.#place
    this.#place = this.path
    move(this.historyPath)
    removeRun(before)
  }

  /** Room for the last words of a run that found none. */
  dropBallast(): boolean {
    const isThere = existsSync(this.#ballast)
    rmSync(this.#ballast, { force: true })
    return isThere
  }

  release(): void {
    open.delete(this)
    this.dropBallast()
    this.#unlock()
  }

  get #ballast(): string {
    return join(this.path, BALLAST_FILE)
  }

  #firstPlace(): string {
    const foreign = notOfARun(this.path)
    if (foreign !== undefined)
      throw new UsageError(
        `--out ${this.path}: the folder contains ${foreign}, but no run of gatecheck: name another folder, or move the file`,
      )
    if (reachedNothing(this.path)) removeFilesOfARun(this.path)
    if (filesOfARun(this.path).length === 0) return this.path
    const place = join(this.path, REACHED_NOTHING)
    const there = inTheWayOf(place)
    // Whatever a link leads to is no folder of ours.
    if (there === 'link') rmSync(place)
    else if (there !== 'nothing') removeRun(place)
    makeFolder(place)
    // It has to be possible later.
    tryToWriteWhole(join(this.path, HISTORY_FILE))
    return place
  }
}

/** True where there was nothing of that name. */
function made(path: string): boolean {
  try {
    return makeFolder(path)
  } catch (error) {
    throw new UsageError(`--out ${path}: the folder cannot be created: ${whyNot(error)}`)
  }
}
