import { LIMITS } from '../config/limits.ts'
import { CutOff, Unreadable } from './errors.ts'
import type { MediaSource } from './facts.ts'

const KIBIBYTE = 1024
const MEBIBYTE = 1024 * KIBIBYTE
const PAGE = 4 * KIBIBYTE
/** The size of the first download, so it costs no further request. */
const FIRST = 128 * KIBIBYTE
const MOST_AT_ONCE = 8 * MEBIBYTE
/** A file with a fragment per picture takes hundreds. */
const MOST_READS = 1000
/** A forward scan in steps of at most this reads ahead. */
const SMALL_STEP = 64 * KIBIBYTE
const MOST_AHEAD = 512 * KIBIBYTE
/** A rest of at most this is read at once, such as the index at the end. */
const END = 128 * KIBIBYTE

/** Caches a file in pages, each read once, within limits of bytes and reads. */
export class Window {
  mostBytes: number = LIMITS.readBytes
  readonly #source: MediaSource
  readonly #pages = new Map<number, Uint8Array>()
  #end: number | undefined
  #lastEnd = 0
  #ahead = PAGE
  #bytes = 0
  #reads = 0

  constructor(source: MediaSource) {
    this.#source = source
  }

  get size(): number | undefined {
    return this.#end ?? this.#source.size()
  }

  /** Reads to the end if the source does not tell the size. */
  async knownSize(): Promise<number> {
    for (let at = this.#lastEnd; this.size === undefined; at = this.#lastEnd) await this.upTo(at, at + MOST_AHEAD)
    return this.size
  }

  /** The bytes of a range, fewer at the end of the file. */
  async upTo(from: number, to: number): Promise<Uint8Array> {
    if (!(from >= 0) || !(to <= Number.MAX_SAFE_INTEGER)) throw new Unreadable('an invalid offset')
    if (to - from > MOST_AT_ONCE) throw new Unreadable(`a read of ${to - from} bytes, which is too large`)
    if (to <= from) return new Uint8Array(0)
    await this.#fetch(Math.floor(from / PAGE), Math.ceil(to / PAGE))
    return this.#gathered(from, to)
  }

  async exactly(from: number, to: number): Promise<Uint8Array> {
    const bytes = to > (this.size ?? Number.POSITIVE_INFINITY) ? undefined : await this.upTo(from, to)
    if (!bytes || bytes.length < to - from) throw new CutOff(`the file ends before byte ${to}`)
    return bytes
  }

  #gathered(from: number, to: number): Uint8Array {
    const gathered = new Uint8Array(to - from)
    let filled = 0
    for (let page = Math.floor(from / PAGE); page * PAGE < to; page++) {
      const bytes = this.#pages.get(page)?.subarray(Math.max(0, from - page * PAGE), to - page * PAGE)
      if (!bytes?.length) break
      gathered.set(bytes, filled)
      filled += bytes.length
    }
    return gathered.subarray(0, filled)
  }

  async #fetch(first: number, end: number): Promise<void> {
    for (let page = first; page < end; page++) {
      if (this.#pages.has(page) || page * PAGE >= (this.size ?? Number.POSITIVE_INFINITY)) continue
      let upTo = page + 1
      while (upTo < end && !this.#pages.has(upTo)) upTo++
      await this.#read(page, upTo === end ? this.#readAhead(page, upTo) : upTo)
    }
  }

  #readAhead(page: number, end: number): number {
    const step = page * PAGE - this.#lastEnd
    this.#ahead = step >= 0 && step <= SMALL_STEP ? Math.min(this.#ahead * 2, MOST_AHEAD) : PAGE
    const ahead = page * PAGE + this.#ahead
    const toEnd = this.size !== undefined && this.size - end * PAGE <= END ? this.size : 0
    const wanted = this.#reads === 0 ? FIRST : Math.max(ahead, toEnd)
    let upTo = end
    while (upTo * PAGE < wanted && !this.#pages.has(upTo)) upTo++
    return upTo
  }

  async #read(page: number, end: number): Promise<void> {
    const from = page * PAGE
    const to = Math.min(end * PAGE, this.size ?? Number.POSITIVE_INFINITY)
    if (this.#reads >= MOST_READS) throw new Unreadable(`more than ${MOST_READS} reads`)
    if (this.#bytes + to - from > this.mostBytes) throw new Unreadable(`more than ${this.mostBytes} bytes to read`)
    this.#reads++
    const got = (await this.#source.read(from, to)).subarray(0, to - from)
    this.#bytes += got.length
    this.#lastEnd = from + got.length
    if (got.length < to - from) this.#end = Math.min(this.#end ?? Number.POSITIVE_INFINITY, from + got.length)
    for (let at = 0; at < got.length; at += PAGE) this.#pages.set(page + at / PAGE, got.subarray(at, at + PAGE))
  }
}
