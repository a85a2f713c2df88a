import { createHash } from 'node:crypto'
import { BOUNDS } from '../config/bounds/bounds.ts'
import type { Disguise } from './disguise.ts'
import type { Began, Ended, HistoryEntry } from './entry/entries.ts'
import { FileBeingWritten, lineOf, type OnUnwritable, type WrittenBefore } from './file/file-being-written.ts'
import { type Recording, RecordingInMemory } from './recording.ts'
import { RoomForAnswers } from './room-for-answers.ts'

type Manner = {
  disguise?: Disguise
  room?: RoomForAnswers
  /** What the file holds of a run that broke off, and goes on here. */
  before?: WrittenBefore
}

/** Append-only. What happened is written as it happens, before anybody judges it, so that a crash loses nothing. */
export class History {
  readonly #listeners = new Set<(entry: HistoryEntry) => void>()
  readonly #recording: RecordingInMemory | FileBeingWritten
  readonly #onUnwritable: OnUnwritable
  readonly #disguise: Disguise
  readonly #room: RoomForAnswers
  #isFull = false
  #began: Began | undefined
  #ended: Ended | undefined

  /** With a path, exchanges are in the file alone, as far as it has room for them; without one, in memory. */
  constructor(
    path?: string,
    onUnwritable: OnUnwritable = () => false,
    { disguise = (entry) => entry, room = new RoomForAnswers(), before }: Manner = {},
  ) {
    this.#onUnwritable = onUnwritable
    this.#disguise = disguise
    this.#room = room
    this.#recording = path === undefined ? new RecordingInMemory() : new FileBeingWritten(path, onUnwritable, before)
  }

  /** What has been written so far. */
  get recording(): Recording {
    return this.#recording
  }

  /** Gives back what was kept of it, as whoever sent it may know it: of a long answer, perhaps the beginning alone. */
  append<Entry extends HistoryEntry>(happened: Entry): Entry {
    const { kept, written: entry } = this.#room.takeBeside(happened, this.#disguise(happened))
    this.#recording.add(entry)
    if (entry.kind === 'began') this.#began ??= entry
    if (entry.kind === 'ended') this.#ended = entry
    if (this.#room.isFull && !this.#isFull) this.#tellItIsFull()
    for (const listen of this.#listeners) listen(entry)
    return kept
  }

  /**
   * The same of what has to be known whatever happens next: false where it is not on the disk. What is in memory alone
   * nobody reads after a crash, so there it need not be noted.
   */
  async note(happened: () => HistoryEntry): Promise<boolean> {
    if (!(this.#recording instanceof FileBeingWritten)) return true
    this.append(happened())
    return this.#recording.isOnTheDisk()
  }

  #tellItIsFull(): void {
    this.#isFull = true
    this.#onUnwritable(new Error(`it has reached its limit of ${BOUNDS.historyCharacters.most} characters`))
  }

  /** The run goes on that began then. */
  goesOn(began: Began): void {
    this.#began = began
  }

  /** As it was told, whatever stands in the file. */
  get began(): Began | undefined {
    return this.#began
  }

  get ended(): Ended | undefined {
    return this.#ended
  }

  /** Until what it gives back is called. */
  listen(listener: (entry: HistoryEntry) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Throws ChangedHistory where somebody else has written into its file. */
  hasToStand(): void {
    if (this.#recording instanceof FileBeingWritten) this.#recording.hasToStand()
  }

  /** Replaces those of the first `lines` entries that `instead` changes. Runs in steps; returns whether any changed. */
  *rewrite(lines: number, instead: Disguise): Generator<void, boolean> {
    if (this.#recording instanceof FileBeingWritten) return yield* this.#recording.rewrite(lines, instead)
    return this.#recording.replace(instead)
  }

  /** Of what was written into the file, or would stand in one, so that anyone can compare. */
  digest(): string {
    if (this.#recording instanceof FileBeingWritten) return this.#recording.digest()
    const hash = createHash('sha256')
    for (const entry of this.#recording) hash.update(lineOf(entry))
    return hash.digest('hex')
  }

  /** Whoever says that something stands in the file writes it there first: what else this turn brings may take long. */
  write(): void {
    if (this.#recording instanceof FileBeingWritten) this.#recording.write()
  }

  moveTo(path: string): void {
    if (this.#recording instanceof FileBeingWritten) this.#recording.moveTo(path)
  }

  close(): void {
    if (this.#recording instanceof FileBeingWritten) this.#recording.close()
  }
}
