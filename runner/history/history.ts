import { createHash } from 'node:crypto'
import type { HistoryEntry } from './exchange.ts'
import { FileBeingWritten, lineOf, type OnUnwritable } from './file-being-written.ts'
import { HistoryFile } from './history-file.ts'
import { linesOf } from './lines.ts'
import { type Recording, RecordingInMemory } from './recording.ts'

/** Of what is written now. Since 2, drives tell their judges by marks and causes what stood in sentences before. */
export const HISTORY_FORMAT = 2

/** Append-only. What happened is written as it happens, before anybody judges it, so that a crash loses nothing. */
export class History {
  readonly #listeners: ((entry: HistoryEntry) => void)[] = []
  readonly #recording: RecordingInMemory | FileBeingWritten

  /** With a path, exchanges are in the file alone, as far as it has room for them; without one, in memory. */
  constructor(path?: string, onUnwritable: OnUnwritable = () => false) {
    this.#recording = path === undefined ? new RecordingInMemory() : new FileBeingWritten(path, onUnwritable)
  }

  /** What has been written so far. */
  get recording(): Recording {
    return this.#recording
  }

  append(entry: HistoryEntry): void {
    this.#recording.add(entry)
    for (const listen of this.#listeners) listen(entry)
  }

  listen(listener: (entry: HistoryEntry) => void): void {
    this.#listeners.push(listener)
  }

  /** Of the history as it stands in the file, or would stand in one, so that anyone can compare. */
  digest(): string {
    if (this.#recording instanceof FileBeingWritten) return this.#recording.digest()
    const hash = createHash('sha256')
    for (const entry of this.#recording) hash.update(lineOf(entry))
    return hash.digest('hex')
  }

  moveTo(path: string): void {
    if (this.#recording instanceof FileBeingWritten) this.#recording.moveTo(path)
  }

  close(): void {
    if (this.#recording instanceof FileBeingWritten) this.#recording.close()
  }
}

export class UnreadableHistory extends Error {
  override name = 'UnreadableHistory'
}

/** Reads a recorded run. A last line that was cut off by a kill is left out; anything else that is odd is an error. */
export function readHistory(path: string): Recording {
  const recording = new HistoryFile(path)
  let first: HistoryEntry | undefined
  let count = 0
  for (const line of linesOf(path)) {
    const entry = parsed(line, `${path}, line ${++count}`)
    if (count === 1) first = entry
    if (first?.kind === 'began') recording.add(entry, line.length)
  }
  if (first?.kind !== 'began') throw new UnreadableHistory(`${path} does not begin with the record of a run`)
  if (first.format !== HISTORY_FORMAT) {
    throw new UnreadableHistory(
      `${path} has the format ${first.format}; this version reads format ${HISTORY_FORMAT}; the gatecheck that recorded it can still judge it`,
    )
  }
  return recording
}

function parsed(line: Buffer, where: string): HistoryEntry {
  try {
    return JSON.parse(line.toString()) as HistoryEntry
  } catch {
    throw new UnreadableHistory(`${where} is not JSON`)
  }
}
