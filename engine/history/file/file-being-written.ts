import { createHash, type Hash } from 'node:crypto'
import { closeSync, ftruncateSync, renameSync, writeSync } from 'node:fs'
import { escapeObeyed } from '../../writing/escaped.ts'
import { openToGoOn } from '../../writing/file-there.ts'
import { Syncing } from '../../writing/syncing.ts'
import { openInPlaceOf, replaceWhole } from '../../writing/whole-file.ts'
import type { Disguise } from '../disguise.ts'
import type { HistoryEntry } from '../entry/entries.ts'
import type { Exchange } from '../entry/exchange.ts'
import { type Recording, RecordingInMemory } from '../recording.ts'
import { HistoryFile } from './history-file.ts'
import { digestOf } from './lines.ts'
import { ChangedHistory } from './seals.ts'

/** What a process that ends at once has not written yet, it still writes. */
const unfinished = new Set<FileBeingWritten>()
process.on('exit', () => {
  for (const file of unfinished) file.write()
})

/** Hears that nothing more can be written; true where it has made room, so that it is worth another try. */
export type OnUnwritable = (error: unknown) => boolean

/** A file that was read to its last whole line, and the digest of its bytes so far. */
export type WrittenBefore = { file: HistoryFile; hash: Hash }

/**
 * What comes in during one turn of the event loop goes out together: before any answer that comes later, and before
 * anybody reads. What the file has no room for is kept in memory, so that what happened can be judged all the same.
 */
export class FileBeingWritten implements Recording {
  #path: string
  #file: HistoryFile
  #descriptor: number
  readonly #onUnwritable: OnUnwritable
  readonly #unwritten: { entry: HistoryEntry; line: Buffer }[] = []
  /** Of all that was written. */
  #hash: Hash
  #written: number
  /** Applied on reading after a rewrite failed. */
  #readAs: Disguise | undefined
  #syncing: Syncing | undefined
  /** What will never be in the file. */
  #beyond: RecordingInMemory | undefined

  /** `before`: what stands there already, and is gone on with. */
  constructor(path: string, onUnwritable: OnUnwritable, before?: WrittenBefore) {
    this.#path = path
    this.#onUnwritable = onUnwritable
    this.#file = before?.file ?? new HistoryFile(path)
    this.#hash = before?.hash.copy() ?? createHash('sha256')
    this.#written = this.#file.size
    this.#descriptor = before ? openToGoOn(path, this.#file.size) : openInPlaceOf(path, { isPrivate: true })
  }

  /** Resolves when all that was added so far is where a machine that stops does not lose it; false where it is not. */
  async isOnTheDisk(): Promise<boolean> {
    this.write()
    if (this.#beyond) return false
    this.#syncing ??= new Syncing(this.#descriptor)
    try {
      await this.#syncing.done()
      return true
    } catch (error) {
      this.#onUnwritable(error)
      return false
    }
  }

  add(entry: HistoryEntry): void {
    if (this.#beyond) {
      this.#beyond.add(entry)
      return
    }
    if (this.#unwritten.length === 0) setImmediate(() => this.write())
    this.#unwritten.push({ entry, line: Buffer.from(lineOf(entry)) })
    unfinished.add(this)
  }

  *[Symbol.iterator](): Generator<HistoryEntry> {
    const file = this.#upToNow()
    if (this.#readAs) for (const entry of file) yield this.#readAs(entry)
    else yield* file
    if (this.#beyond) yield* this.#beyond
  }

  exchange(n: number): Exchange | undefined {
    const exchange = this.#upToNow().exchange(n)
    return exchange ? this.#asRead(exchange) : this.#beyond?.exchange(n)
  }

  exchangesBy(name: string): Exchange[] {
    const own = this.#upToNow().exchangesBy(name)
    return [...own.map((each) => this.#asRead(each)), ...(this.#beyond?.exchangesBy(name) ?? [])]
  }

  #asRead(exchange: Exchange): Exchange {
    return this.#readAs ? (this.#readAs(exchange) as Exchange) : exchange
  }

  /**
   * Replaces those of the first lines that `instead` changes: writes a new file and renames it over the old one. Searches in
   * steps, writes in one. Returns whether any line changed. Throws ChangedHistory if the old file is not what was written.
   */
  *rewrite(first: number, instead: Disguise): Generator<void, boolean> {
    const isOther = this.#beyond?.replace(instead) ?? false
    const others = yield* this.#othersAmong(first, instead)
    if (others.size === 0) return isOther
    try {
      this.#rewriteOnly(others, instead)
    } catch (error) {
      this.#readAs = instead
      throw error
    }
    return true
  }

  *#othersAmong(first: number, instead: Disguise): Generator<void, Set<number>> {
    const others = new Set<number>()
    let nth = 0
    for (const { line, isLeftOut } of this.#upToNow().lines()) {
      if (nth === first) break
      if (!isLeftOut && !Buffer.from(lineOf(instead(JSON.parse(line.toString())))).equals(line)) others.add(nth)
      nth++
      yield
    }
    return others
  }

  #rewriteOnly(others: ReadonlySet<number>, instead: Disguise): void {
    const before = this.#upToNow()
    const [file, hash] = [new HistoryFile(this.#path), createHash('sha256')]
    const write = (descriptor: number) => {
      let nth = 0
      for (const { line, isLeftOut } of before.lines()) {
        const entry = isLeftOut ? undefined : (JSON.parse(line.toString()) as HistoryEntry)
        const written = entry && others.has(nth) ? instead(entry) : entry
        nth++
        const bytes = written === entry ? line : Buffer.from(lineOf(written!))
        writeAll(descriptor, bytes, file.size)
        hash.update(bytes)
        if (written) file.add(written, bytes)
        else file.leaveOut(bytes)
      }
    }
    const descriptor = replaceWhole(this.#path, write, { isPrivate: true })
    closeSync(this.#descriptor)
    this.#descriptor = descriptor
    this.#syncing = undefined
    this.#file = file
    this.#hash = hash
    this.#written = file.size
    this.#readAs = undefined
  }

  /** Of what was written, whatever stands in the file by now. */
  digest(): string {
    this.write()
    return this.#beyond ? digestOf(this.#path) : this.#hash.copy().digest('hex')
  }

  /** Throws ChangedHistory where the file is not, byte for byte, what was written, or was not when somebody read it. */
  hasToStand(): void {
    const { changed } = this.#upToNow()
    if (changed) throw changed
    // Where not all had room, the run has no verdict anyway, and half a line may stand at the end.
    if (this.#beyond || this.#digestThere() === this.digest()) return
    throw new ChangedHistory(
      `${this.#path} was changed or replaced by another process while this run wrote it. Nothing can be concluded from it`,
    )
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
    const bytes = Buffer.concat(lines.map(({ line }) => line))
    if (!this.#isWritten(bytes)) {
      this.#beyond ??= new RecordingInMemory()
      for (const { entry } of lines) this.#beyond.add(entry)
      return
    }
    for (const { entry, line } of lines) this.#file.add(entry, line)
    this.#hash.update(bytes)
    this.#written += bytes.length
  }

  close(): void {
    this.write()
    closeSync(this.#descriptor)
  }

  #digestThere(): string | undefined {
    try {
      return digestOf(this.#path)
    } catch {
      return undefined
    }
  }

  #isWritten(bytes: Buffer): boolean {
    if (this.#beyond) return false
    const failure = this.#tryToWrite(bytes)
    if (!failure) return true
    return this.#onUnwritable(failure.error) && !this.#tryToWrite(bytes)
  }

  #tryToWrite(bytes: Buffer): { error: unknown } | undefined {
    try {
      writeAll(this.#descriptor, bytes, this.#written)
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

function writeAll(descriptor: number, bytes: Uint8Array, from: number): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, bytes.length - at, from + at)
}

/** Whoever looks at the file with a pager is shown nothing that a terminal obeys; who parses it reads the same. */
export const lineOf = (entry: HistoryEntry) => `${escapeObeyed(JSON.stringify(entry))}\n`
