import { createHash } from 'node:crypto'
import { closeSync, constants, fdatasync, ftruncateSync, renameSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import { LIMITS } from '../config/limits.ts'
import { escapeObeyed } from '../writing/escaped.ts'
import { openFile } from '../writing/read-file.ts'
import { openInPlaceOf } from '../writing/write-file.ts'
import type { HistoryEntry } from './entry/entries.ts'
import { digestOf } from './history-file.ts'
import { AnswerLimits } from './long-answers.ts'
import { succeeded } from './reading/reading.ts'
import { type Recording, StoredRecording } from './recording.ts'

const syncToDisk = promisify(fdatasync)
const BATCH_BYTES = 64 * 1024
const BATCH_MS = 10
/** Some file systems cannot sync. */
const CANNOT_SYNC = ['EINVAL', 'ENOTSUP', 'EROFS', 'ENOSYS']

/** Replaces secrets in an entry by placeholders. */
export type Redact = (entry: HistoryEntry) => HistoryEntry

/** The history cannot be written, or is full. */
export type OnUnwritable = (error: unknown) => void

type Manner = {
  redact?: Redact
  limits?: AnswerLimits
  /** An interrupted run, which is continued in its file. */
  before?: StoredRecording
}

const open = new Set<History>()
process.on('exit', () => {
  for (const each of open) each.write()
})

/** The entries of a run, appended as JSON lines to a file, or kept in memory without a path or disk space. */
export class History {
  readonly recording: Recording = {
    [Symbol.iterator]: () => this.#written()[Symbol.iterator](),
    exchange: (n) => this.#written().exchange(n),
    exchangesBy: (name) => this.#written().exchangesBy(name),
  }
  readonly #stored: StoredRecording
  readonly #descriptor: number | undefined
  readonly #onUnwritable: OnUnwritable
  readonly #redact: Redact
  readonly #limits: AnswerLimits
  readonly #listeners = new Set<(entry: HistoryEntry) => void>()
  #batch: { entry: HistoryEntry; line: Buffer }[] = []
  #batchBytes = 0
  #timer: NodeJS.Timeout | undefined
  #isFull = false
  #isUnwritable = false
  #isClosed = false

  constructor(
    path?: string,
    onUnwritable: OnUnwritable = () => undefined,
    { redact = (entry) => entry, limits = new AnswerLimits(), before }: Manner = {},
  ) {
    this.#onUnwritable = onUnwritable
    this.#redact = redact
    this.#limits = limits
    this.#stored = before ?? new StoredRecording(path)
    if (path === undefined) return
    this.#descriptor = before ? openAtEnd(before) : openInPlaceOf(path, { isPrivate: true })
    open.add(this)
  }

  /** Returns the entry as kept, with a long answer shortened, but not redacted. */
  append<Entry extends HistoryEntry>(happened: Entry): Entry {
    const { kept, written } = this.#limits.take(happened, this.#redact(happened))
    this.#add(written)
    if (this.#limits.isFull && !this.#isFull) {
      this.#isFull = true
      this.#onUnwritable(new Error(`it has reached its limit of ${LIMITS.historyCharacters} characters`))
    }
    for (const listen of this.#listeners) listen(written)
    if (happened.kind === 'driven' || happened.kind === 'part done') void this.#sync()
    // After a crash, a submission without a recorded response is not repeated.
    else if (happened.kind === 'exchange' && happened.request.method === 'POST' && succeeded(happened)) this.write()
    return kept
  }

  /** Appends an entry that must survive a crash. False if it is not on the disk. A history in memory does not need it. */
  async note(happened: () => HistoryEntry): Promise<boolean> {
    if (this.#descriptor === undefined) return true
    this.append(happened())
    return this.#sync()
  }

  /** Returns a function that stops listening. */
  listen(listener: (entry: HistoryEntry) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** SHA-256 of the file, or of what it would contain. */
  digest(): string {
    const { path } = this.#written()
    if (path !== undefined) return digestOf(path)
    const hash = createHash('sha256')
    for (const entry of this.#stored) hash.update(lineOf(entry))
    return hash.digest('hex')
  }

  write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const batch = this.#batch
    if (batch.length === 0) return
    this.#batch = []
    this.#batchBytes = 0
    try {
      writeAll(this.#descriptor!, Buffer.concat(batch.map(({ line }) => line)), this.#stored.size)
      for (const { entry, line } of batch) this.#stored.addWritten(entry, line.length)
    } catch (error) {
      this.#isUnwritable = true
      for (const { entry } of batch) this.#stored.add(entry)
      this.#onUnwritable(error)
    }
  }

  moveTo(path: string): void {
    const { path: before } = this.#written()
    if (before === undefined) return
    renameSync(before, path)
    this.#stored.path = path
  }

  close(): void {
    this.write()
    if (this.#descriptor === undefined || this.#isClosed) return
    this.#isClosed = true
    open.delete(this)
    closeSync(this.#descriptor)
  }

  #add(entry: HistoryEntry): void {
    if (this.#descriptor === undefined || this.#isUnwritable) {
      this.#stored.add(entry)
      return
    }
    const line = Buffer.from(lineOf(entry))
    this.#batch.push({ entry, line })
    this.#batchBytes += line.length
    if (this.#batchBytes >= BATCH_BYTES) this.write()
    else this.#timer ??= setTimeout(() => this.write(), BATCH_MS).unref()
  }

  async #sync(): Promise<boolean> {
    this.write()
    if (this.#descriptor === undefined || this.#isUnwritable) return false
    try {
      await syncToDisk(this.#descriptor)
    } catch (error) {
      if (this.#isClosed || CANNOT_SYNC.includes((error as NodeJS.ErrnoException).code ?? '')) return true
      this.#onUnwritable(error)
      return false
    }
    return true
  }

  #written(): StoredRecording {
    this.write()
    return this.#stored
  }
}

/** One line, without control characters. */
export const lineOf = (entry: HistoryEntry) => `${escapeObeyed(JSON.stringify(entry))}\n`

/** Cuts off an incomplete last line. */
function openAtEnd({ path, size }: StoredRecording): number {
  const descriptor = openFile(path!, constants.O_RDWR | constants.O_NOFOLLOW)
  ftruncateSync(descriptor, size)
  return descriptor
}

function writeAll(descriptor: number, bytes: Uint8Array, from: number): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, bytes.length - at, from + at)
}
