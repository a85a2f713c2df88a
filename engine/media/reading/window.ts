import { BOUNDS } from '../../config/bounds/bounds.ts'
import type { MediaSource } from '../facts.ts'
import { CutOff, Unreadable } from './unreadable.ts'

const PAGE = 4096
/** Who fetches files begins with as much: more of it costs no further request. */
const FIRST = 128 * 1024

/** A file by pages, each of which is read once, a few at a time; within bounds of what a reading may cost. */
export class Window {
  readonly #source: MediaSource
  readonly #pages = new Map<number, Uint8Array>()
  #end: number | undefined
  #walked = 0
  #ahead = PAGE
  #bytes = 0
  #reads = 0

  constructor(source: MediaSource) {
    this.#source = source
  }

  get size(): number | undefined {
    return this.#end ?? sane(this.#source.size())
  }

  /**
   * The bytes from one place up to another, fewer where the file ends. Who walks through the file says what a small step
   * is, and gets ever more at a time while they are small.
   */
  async upTo(from: number, to: number, smallStep = -1): Promise<Uint8Array> {
    if (!(from >= 0) || !(to <= Number.MAX_SAFE_INTEGER)) throw new Unreadable('an invalid offset')
    if (to - from > BOUNDS.pieceBytes.most) throw new Unreadable(`a read of ${to - from} bytes, which is too large`)
    if (to <= from) return new Uint8Array(0)
    await this.#fetch(Math.floor(from / PAGE), Math.ceil(to / PAGE), smallStep)
    return this.#gathered(from, to)
  }

  async exactly(from: number, to: number): Promise<Uint8Array> {
    // Where the size is known, what lies beyond it costs nothing.
    if (to > (this.size ?? Number.POSITIVE_INFINITY)) throw new CutOff(`the file ends before byte ${to}`)
    const bytes = await this.upTo(from, to)
    if (bytes.length < to - from) throw new CutOff(`the file ends before byte ${to}`)
    return bytes
  }

  async view(from: number, to: number): Promise<DataView> {
    const bytes = await this.exactly(from, to)
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  #gathered(from: number, to: number): Uint8Array {
    const first = Math.floor(from / PAGE)
    const only = this.#pages.get(first)
    if (to <= (first + 1) * PAGE) return only?.subarray(from - first * PAGE, to - first * PAGE) ?? new Uint8Array(0)
    const gathered = new Uint8Array(to - from)
    let filled = 0
    for (let page = first; page * PAGE < to; page++) {
      const bytes = this.#pages.get(page)?.subarray(Math.max(0, from - page * PAGE), to - page * PAGE)
      if (!bytes?.length) break
      gathered.set(bytes, filled)
      filled += bytes.length
    }
    return gathered.subarray(0, filled)
  }

  async #fetch(first: number, behind: number, smallStep: number): Promise<void> {
    for (let page = first; page < behind; page++) {
      if (this.#pages.has(page) || page * PAGE >= (this.size ?? Number.POSITIVE_INFINITY)) continue
      let upTo = page + 1
      while (upTo < behind && !this.#pages.has(upTo)) upTo++
      await this.#read(page, upTo === behind ? this.#further(page, upTo, smallStep) : upTo)
    }
  }

  #further(page: number, behind: number, smallStep: number): number {
    const step = page * PAGE - this.#walked
    this.#ahead = step >= 0 && step <= smallStep ? Math.min(this.#ahead * 2, BOUNDS.bytesAhead.most) : PAGE
    const wanted = this.#reads === 0 ? FIRST / PAGE : page + this.#ahead / PAGE
    let upTo = behind
    while (upTo < wanted && !this.#pages.has(upTo)) upTo++
    return upTo
  }

  async #read(page: number, behind: number): Promise<void> {
    const from = page * PAGE
    const to = Math.min(behind * PAGE, this.size ?? Number.POSITIVE_INFINITY)
    if (this.#reads >= BOUNDS.reads.most) throw new Unreadable(`more than ${BOUNDS.reads.most} reads`)
    if (this.#bytes + to - from > BOUNDS.readBytes.most)
      throw new Unreadable(`more than ${BOUNDS.readBytes.most} bytes to read`)
    this.#reads++
    const got = (await this.#source.read(from, to)).subarray(0, to - from)
    this.#bytes += got.length
    this.#walked = from + got.length
    if (got.length < to - from) this.#end = Math.min(this.#end ?? Number.POSITIVE_INFINITY, from + got.length)
    for (let at = 0; at < got.length; at += PAGE) this.#pages.set(page + at / PAGE, got.subarray(at, at + PAGE))
  }
}

const sane = (size: number | undefined) => (size !== undefined && size >= 0 ? size : undefined)
