import { closeSync, ftruncateSync, openSync, renameSync, writeSync } from 'node:fs'
import type { Exchange, HistoryEntry } from './exchange.ts'
import { HistoryFile } from './history-file.ts'
import { digestOf } from './lines.ts'
import { type Recording, RecordingInMemory } from './recording.ts'

/** What a process that ends at once has not written yet, it still writes. */
const unfinished = new Set<FileBeingWritten>()
process.on('exit', () => {
  for (const file of unfinished) file.write()
})

/** Hears that nothing more can be written; true where it has made room, so that it is worth another try. */
export type OnUnwritable = (error: unknown) => boolean

/**
 * What comes in during one turn of the event loop goes out together: before any answer that comes later, and before
 * anybody reads. What the file has no room for is kept in memory, so that what happened can be judged all the same.
 */
export class FileBeingWritten implements Recording {
  #path: string
  readonly #file: HistoryFile
  readonly #descriptor: number
  readonly #onUnwritable: OnUnwritable
  readonly #unwritten: { entry: HistoryEntry; line: string }[] = []
  #written = 0
  /** What will never be in the file. */
  #beyond: RecordingInMemory | undefined

  constructor(path: string, onUnwritable: OnUnwritable) {
    this.#path = path
    this.#onUnwritable = onUnwritable
    this.#file = new HistoryFile(path)
    this.#descriptor = openSync(path, 'w', 0o600)
  }

  add(entry: HistoryEntry): void {
    if (this.#beyond) {
      this.#beyond.add(entry)
      return
    }
    if (this.#unwritten.length === 0) setImmediate(() => this.write())
    this.#unwritten.push({ entry, line: lineOf(entry) })
    unfinished.add(this)
  }

  *[Symbol.iterator](): Generator<HistoryEntry> {
    yield* this.#upToNow()
    if (this.#beyond) yield* this.#beyond
  }

  exchange(n: number): Exchange | undefined {
    return this.#upToNow().exchange(n) ?? this.#beyond?.exchange(n)
  }

  exchangesBy(name: string): Exchange[] {
    return [...this.#upToNow().exchangesBy(name), ...(this.#beyond?.exchangesBy(name) ?? [])]
  }

  digest(): string {
    this.#upToNow()
    return digestOf(this.#path)
  }

  /** Elsewhere from now on; the file goes along. */
  moveTo(path: string): void {
    this.write()
    renameSync(this.#path, path)
    this.#path = path
    this.#file.movedTo(path)
  }

  write(): void {
    const lines = this.#unwritten.splice(0)
    unfinished.delete(this)
    if (lines.length === 0) return
    const text = lines.map(({ line }) => line).join('')
    if (!this.#isWritten(text)) {
      this.#beyond ??= new RecordingInMemory()
      for (const { entry } of lines) this.#beyond.add(entry)
      return
    }
    for (const { entry, line } of lines) this.#file.add(entry, Buffer.byteLength(line))
    this.#written += Buffer.byteLength(text)
  }

  close(): void {
    this.write()
    closeSync(this.#descriptor)
  }

  #isWritten(text: string): boolean {
    if (this.#beyond) return false
    const bytes = Buffer.from(text)
    const failure = this.#tryToWrite(bytes)
    if (!failure) return true
    return this.#onUnwritable(failure.error) && !this.#tryToWrite(bytes)
  }

  #tryToWrite(bytes: Buffer): { error: unknown } | undefined {
    try {
      for (let at = 0; at < bytes.length; )
        at += writeSync(this.#descriptor, bytes, at, bytes.length - at, this.#written + at)
      return undefined
    } catch (error) {
      this.#cutOffHalfALine()
      return { error }
    }
  }

  #cutOffHalfALine(): void {
    try {
      ftruncateSync(this.#descriptor, this.#written)
    } catch {
      // No file that could be cut: whoever reads it leaves half a line out.
    }
  }

  #upToNow(): HistoryFile {
    this.write()
    return this.#file
  }
}

export const lineOf = (entry: HistoryEntry) => `${JSON.stringify(entry)}\n`
