import { closeSync, openSync, writeFileSync } from 'node:fs'
import type { Exchange, HistoryEntry } from './exchange.ts'
import { HistoryFile } from './history-file.ts'
import { digestOf } from './lines.ts'
import type { Recording } from './recording.ts'

/** What a process that ends at once has not written yet, it still writes. */
const unfinished = new Set<FileBeingWritten>()
process.on('exit', () => {
  for (const file of unfinished) file.write()
})

/**
 * What comes in during one turn of the event loop goes out together: before any answer that comes later, and before
 * anybody reads.
 */
export class FileBeingWritten implements Recording {
  readonly #path: string
  readonly #file: HistoryFile
  readonly #descriptor: number
  #unwritten = ''
  #failed: { error: unknown } | undefined

  constructor(path: string) {
    this.#path = path
    this.#file = new HistoryFile(path)
    this.#descriptor = openSync(path, 'w', 0o600)
  }

  add(entry: HistoryEntry): void {
    this.#throwWhatFailed()
    const line = lineOf(entry)
    if (this.#unwritten === '') setImmediate(() => this.write())
    this.#unwritten += line
    unfinished.add(this)
    this.#file.add(entry, Buffer.byteLength(line))
  }

  [Symbol.iterator](): Iterator<HistoryEntry> {
    return this.#written()[Symbol.iterator]()
  }

  exchange(n: number): Exchange | undefined {
    return this.#written().exchange(n)
  }

  exchangesBy(name: string): Exchange[] {
    return this.#written().exchangesBy(name)
  }

  digest(): string {
    this.#written()
    return digestOf(this.#path)
  }

  /** Whoever adds or reads next hears of what went wrong; nobody waits for this. */
  write(): void {
    const lines = this.#unwritten
    this.#unwritten = ''
    unfinished.delete(this)
    try {
      if (lines !== '') writeFileSync(this.#descriptor, lines)
    } catch (error) {
      this.#failed ??= { error }
    }
  }

  close(): void {
    this.write()
    closeSync(this.#descriptor)
    this.#throwWhatFailed()
  }

  #written(): HistoryFile {
    this.write()
    this.#throwWhatFailed()
    return this.#file
  }

  #throwWhatFailed(): void {
    if (this.#failed) throw this.#failed.error
  }
}

export const lineOf = (entry: HistoryEntry) => `${JSON.stringify(entry)}\n`
