import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { OPTIONS } from '../../config/options.ts'
import { UsageError } from '../../config/target.ts'
import type { HistoryEntry } from '../../history/entry/entries.ts'
import { recordedIn } from '../../history/recorded.ts'
import { kindAt } from '../../writing/read-file.ts'
import { isTemporary, tryToWriteWhole, writeNew } from '../../writing/write-file.ts'
import { filesOfARun, foreignFileIn, moveAside, reachedNothing, removeFilesOfARun, removeRun } from './earlier-runs.ts'
import { HISTORY_FILE, makeFolder, whyNot } from './files.ts'
import { lock } from './lock.ts'

/** Subfolder of a run that has not reached its server, while the folder contains an earlier run. */
const ABORTED = 'aborted'

const open = new Set<OutFolder>()
process.on('exit', () => {
  for (const each of open) each.release()
})

export type Claim = {
  /** Number of earlier runs to keep. */
  keep?: number | undefined
  /** Maximum duration of the run. */
  mostMs: number
  /** Resumes the run in the folder, without moving or removing anything. */
  goesOn?: boolean
}

/** The locked folder of a run. An earlier run in it is moved aside once this one has reached its server. */
export class OutFolder {
  readonly path: string
  readonly #keep: number
  readonly #unlock: () => void
  #place: string

  constructor(path: string, { keep = OPTIONS.keep.value, mostMs, goesOn = false }: Claim) {
    this.path = path
    this.#keep = keep
    const isNew = trying(`--out ${path}: the folder cannot be created`, () => makeFolder(path))
    const failed = `--out ${path}: cannot be written`
    this.#unlock = trying(failed, () => lock(path, mostMs))
    open.add(this)
    try {
      this.#place = trying(failed, () => {
        // An existing folder may be under version control.
        if (isNew) writeNew(join(path, '.gitignore'), '*\n')
        for (const name of readdirSync(path).filter(isTemporary)) rmSync(join(path, name), { force: true })
        return goesOn ? path : this.#firstPlace()
      })
    } catch (error) {
      this.release()
      throw error
    }
  }

  /** The folder of this run's files. */
  get place(): string {
    return this.#place
  }

  get historyPath(): string {
    return join(this.#place, HISTORY_FILE)
  }

  get keptAnEarlierRun(): boolean {
    return this.#place !== this.path
  }

  /** History of the earlier run, until it is moved aside. */
  earlierHistory(): Iterable<HistoryEntry> {
    const path = join(this.path, HISTORY_FILE)
    return this.keptAnEarlierRun && existsSync(path) ? recordedIn(path) : []
  }

  /** Moves the earlier run aside. `move` renames the history of this one. */
  reached(move: (path: string) => void): void {
    if (!this.keptAnEarlierRun) return
    moveAside(this.path, this.#keep)
    const before = this.#place
    this.#place = this.path
    move(this.historyPath)
    removeRun(before)
  }

  release(): void {
    open.delete(this)
    this.#unlock()
  }

  #firstPlace(): string {
    const foreign = foreignFileIn(this.path)
    if (foreign !== undefined)
      throw new UsageError(
        `--out ${this.path}: the folder contains ${foreign}, but no run of gatecheck: name another folder, or move the file`,
      )
    if (reachedNothing(this.path)) removeFilesOfARun(this.path)
    if (filesOfARun(this.path).length === 0) return this.path
    const place = join(this.path, ABORTED)
    const kind = kindAt(place)
    if (kind === 'link') rmSync(place)
    else if (kind !== 'nothing') removeRun(place)
    makeFolder(place)
    tryToWriteWhole(join(this.path, HISTORY_FILE))
    return place
  }
}

/** Turns file system errors into usage errors, because the user chose the path. */
export function trying<Result>(failed: string, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${failed}: ${whyNot(error)}`)
  }
}
