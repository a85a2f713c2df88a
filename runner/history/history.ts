import { createHash } from 'node:crypto'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import type { HistoryEntry } from './exchange.ts'
import { chunksOf, HistoryFile, linesOf } from './history-file.ts'
import { type Recording, RecordingInMemory } from './recording.ts'

/** Of what is written now. Since 2, drives tell their judges by marks and causes what stood in sentences before. */
export const HISTORY_FORMAT = 2

/** Append-only. What happened is written as it happens, before anybody judges it, so that a crash loses nothing. */
export class History {
  readonly #listeners: ((entry: HistoryEntry) => void)[] = []
  readonly #recording: RecordingInMemory | HistoryFile
  readonly #file: number | undefined
  readonly #hash = createHash('sha256')

  /** With a path, exchanges are in the file alone; without one, in memory. */
  constructor(path?: string) {
    this.#file = path === undefined ? undefined : openSync(path, 'w', 0o600)
    this.#recording = path === undefined ? new RecordingInMemory() : new HistoryFile(path)
  }

  /** What has been written so far. */
  get recording(): Recording {
    return this.#recording
  }

  append(entry: HistoryEntry): void {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`)
    if (this.#file !== undefined) writeFileSync(this.#file, line)
    this.#hash.update(line)
    this.#recording.add(entry, line.length)
    for (const listen of this.#listeners) listen(entry)
  }

  listen(listener: (entry: HistoryEntry) => void): void {
    this.#listeners.push(listener)
  }

  /** Of the history as it stands in the file, so that anyone can compare. */
  digest(): string {
    return this.#hash.copy().digest('hex')
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
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

export function digestOf(path: string): string {
  const hash = createHash('sha256')
  for (const chunk of chunksOf(path)) hash.update(chunk)
  return hash.digest('hex')
}
