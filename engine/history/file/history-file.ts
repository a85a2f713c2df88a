import { closeSync, readSync } from 'node:fs'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import { openFile } from '../../writing/file-there.ts'
import type { HistoryEntry } from '../entry/entries.ts'
import type { Exchange } from '../entry/exchange.ts'
import type { Recording } from '../recording.ts'
import { linesOf } from './lines.ts'
import { type PlaceInFile, Places } from './places.ts'
import { ChangedHistory, sealOf } from './seals.ts'

/** No line has such a seal. */
const LEFT_OUT = -1

/**
 * A recording in a file, line by line. In memory is only where each exchange stands, and the seal of each line: whoever
 * puts another file or other words into its place is noticed by the first who reads them.
 */
export class HistoryFile implements Recording {
  #path: string
  readonly #places = new Places()
  readonly #seals: number[] = []
  readonly #recent = new Map<number, Exchange>()
  #size = 0
  #changed: ChangedHistory | undefined

  constructor(path: string) {
    this.#path = path
  }

  /** Takes note of the line that follows those known so far. */
  add(entry: HistoryEntry, line: Uint8Array): void {
    const seal = sealOf(line)
    this.#seals.push(seal)
    if (entry.kind === 'exchange')
      this.#places.set(entry.n, entry.purpose.by, { at: this.#size, length: line.length, seal })
    this.#size += line.length
  }

  /** The line that follows cannot be read: nobody is shown it. */
  leaveOut(line: Uint8Array): void {
    this.#seals.push(LEFT_OUT)
    this.#size += line.length
  }

  /** In bytes, of the lines known so far. */
  get size(): number {
    return this.#size
  }

  /** The file has another name now. */
  movedTo(path: string): void {
    this.#path = path
  }

  /** What was seen to be changed once, and changed back since, was read by somebody in between. */
  get changed(): ChangedHistory | undefined {
    return this.#changed
  }

  *[Symbol.iterator](): Generator<HistoryEntry> {
    for (const { line, isLeftOut } of this.lines()) if (!isLeftOut) yield JSON.parse(line.toString()) as HistoryEntry
  }

  /** The lines as written. A buffer is valid until the next line is read. */
  *lines(): Generator<{ line: Buffer; isLeftOut: boolean }> {
    const { length } = this.#seals
    let nth = 0
    for (const line of this.#trying(linesOf(this.#path, this.#size))) {
      const seal = this.#seals[nth++]
      const isLeftOut = seal === LEFT_OUT
      if (!isLeftOut && sealOf(line) !== seal) this.#refuse(`line ${nth} differs`)
      yield { line, isLeftOut }
    }
    if (nth < length) this.#refuse(`it has ${nth} lines where ${length} were written`)
  }

  has(n: number): boolean {
    return this.#places.get(n) !== undefined
  }

  exchange(n: number): Exchange | undefined {
    const place = this.#places.get(n)
    if (!place) return undefined
    const exchange = this.#recent.get(n) ?? this.#reading((file) => this.#exchangeAt(file, place))
    this.#recent.delete(n)
    if (place.length <= BOUNDS.exchangeBytesAtHand.most) this.#recent.set(n, exchange)
    if (this.#recent.size > BOUNDS.exchangesAtHand.most) this.#recent.delete(this.#recent.keys().next().value!)
    return exchange
  }

  exchangesBy(name: string): Exchange[] {
    const places = this.#places.by(name)
    return places.length === 0 ? [] : this.#reading((file) => places.map((place) => this.#exchangeAt(file, place)))
  }

  #exchangeAt(file: number, { at, length, seal }: PlaceInFile): Exchange {
    const line = Buffer.alloc(length)
    readSync(file, line, 0, length, at)
    if (sealOf(line) !== seal) this.#refuse('an exchange differs')
    return JSON.parse(line.toString()) as Exchange
  }

  #reading<T>(read: (file: number) => T): T {
    const file = this.#opened()
    try {
      return read(file)
    } finally {
      closeSync(file)
    }
  }

  #opened(): number {
    try {
      return openFile(this.#path)
    } catch {
      return this.#refuse('it can no longer be opened')
    }
  }

  *#trying(lines: Generator<Buffer>): Generator<Buffer> {
    try {
      yield* lines
    } catch (error) {
      if (error instanceof ChangedHistory) throw error
      this.#refuse('it can no longer be read')
    }
  }

  #refuse(what: string): never {
    this.#changed ??= new ChangedHistory(
      `${this.#path} was changed by another process: ${what}. Nothing can be concluded from it`,
    )
    throw this.#changed
  }
}
