import { type Framing, fieldIn, type Head } from './head.ts'

export const MOST_HEAD_BYTES = 128 * 1024
export const MOST_HEADERS = 1000
export const MOST_CHUNK_LINE_BYTES = 4096

/** Whoever is told what passes in one direction of a connection. */
export type Hearer = {
  /** The first byte of a message. */
  begins(): void
  /** Its head is there. Says how the end of what follows is known. */
  head(head: Head): Framing
  body(piece: Buffer): void
  ends(): void
  /** From here on nobody knows what it means. */
  isLost(why: string): void
}

type State = 'between' | 'head' | 'body' | 'until closed' | 'size' | 'chunk' | 'behind chunk' | 'trailers' | 'lost'

const LF = 0x0a
const BLANKS: readonly (number | undefined)[] = [0x20, 0x09]
const HOST = 'host:'
const SIZE = /^([0-9a-f]{1,13})[\t ]*(?:;.*)?$/i

/**
 * Reads along one direction of a connection, however it is cut into pieces, and says which bytes are to be passed on: the
 * same ones at once, but for the value of Host in the head of a request, if there is another one for it. Where two readers
 * could take what comes for different things, it reads no more, and passes on the rest as it is.
 */
export class Scanner {
  readonly #hearer: Hearer
  readonly #host: string | undefined
  #state: State = 'between'
  /** Of the line that has begun: what was seen of it, and those of its bytes that were held back. */
  #line = ''
  #held: Buffer[] = []
  /** What is held back is a line of the host, as far as it can end there. */
  #isHostHeld = false
  #lines: string[] = []
  #size = 0
  #left = 0

  constructor(hearer: Hearer, host?: string) {
    this.#hearer = hearer
    this.#host = host
  }

  /** What follows is not HTTP any more, as the other direction says. */
  lose(): void {
    this.#state = 'lost'
  }

  /** What is to be passed on, in its order. */
  push(chunk: Buffer): Buffer[] {
    const out: Buffer[] = []
    let at = 0
    while (at < chunk.length) {
      const state = this.#state
      if (state === 'lost') {
        out.push(...this.#release(), chunk.subarray(at))
        break
      }
      if (state === 'body' || state === 'chunk' || state === 'until closed') at = this.#content(chunk, at, out)
      else at = this.#lineFrom(chunk, at, out)
    }
    if (this.#state === 'lost') out.push(...this.#release())
    return out
  }

  /** Nothing more comes in this direction. What was held back goes out. */
  close(): Buffer[] {
    if (this.#state === 'until closed') {
      this.#state = 'between'
      this.#hearer.ends()
    }
    return this.#isHostHeld ? this.#hostBefore() : this.#release()
  }

  #content(chunk: Buffer, at: number, out: Buffer[]): number {
    const isEndless = this.#state === 'until closed'
    const end = isEndless ? chunk.length : Math.min(chunk.length, at + this.#left)
    const piece = chunk.subarray(at, end)
    out.push(piece)
    this.#hearer.body(piece)
    if (isEndless) return end
    this.#left -= piece.length
    if (this.#left > 0) return end
    if (this.#state === 'chunk') this.#state = 'behind chunk'
    else this.#ends()
    return end
  }

  #lineFrom(chunk: Buffer, at: number, out: Buffer[]): number {
    if (this.#state === 'between') this.#begins(chunk[at]!)
    if (this.#isHostHeld) out.push(...this.#hostBefore(chunk[at]))
    const lf = chunk.indexOf(LF, at)
    const end = lf < 0 ? chunk.length : lf + 1
    const bytes = chunk.subarray(at, end)
    this.#line += bytes.toString('latin1')
    this.#size += bytes.length
    if (lf < 0) {
      if (this.#mayBeHost()) this.#held.push(Buffer.from(bytes))
      else out.push(...this.#release(), bytes)
      if (this.#isTooLong()) this.#lost('a line is too long')
      return end
    }
    const whole = this.#line
    const isToBeChanged = this.#host !== undefined && this.#state === 'head' && isHost(whole)
    if (isToBeChanged && this.#lines.length > 0) {
      this.#held.push(Buffer.from(bytes))
      this.#isHostHeld = true
    } else out.push(...this.#release(), bytes)
    this.#line = ''
    this.#take(whole.replace(/\r?\n$/, ''))
    return end
  }

  #begins(first: number): void {
    // Empty lines before a message are passed over, as readers do.
    if (first === LF || first === 0x0d) {
      this.#state = 'head'
      return
    }
    this.#state = 'head'
    this.#hearer.begins()
  }

  #take(line: string): void {
    if (this.#state === 'size') this.#takeSize(line)
    else if (this.#state === 'behind chunk') this.#takeEndOfChunk(line)
    else if (this.#state === 'trailers') this.#takeTrailer(line)
    else if (line !== '' || this.#lines.length > 0) this.#takeOfHead(line)
    else this.#between()
  }

  #takeOfHead(line: string): void {
    if (line !== '') {
      this.#lines.push(line)
      if (this.#isTooLong() || this.#lines.length > MOST_HEADERS) this.#lost('a head is too long')
      return
    }
    const [first = '', ...fields] = this.#lines
    const headers = fields.map(fieldIn)
    if (headers.some((header) => header === undefined)) this.#lost('a header line is malformed')
    else this.#follow(this.#hearer.head({ first, headers: headers as Head['headers'] }))
  }

  #follow(framing: Framing): void {
    this.#lines = []
    this.#size = 0
    if (framing.kind === 'unknown') this.#lost(framing.why)
    else if (framing.kind === 'another head') this.#state = 'head'
    else if (framing.kind === 'none') this.#ends()
    else if (framing.kind === 'chunks') this.#state = 'size'
    else if (framing.kind === 'until closed') this.#state = 'until closed'
    else {
      this.#state = 'body'
      this.#left = framing.bytes
    }
  }

  #takeSize(line: string): void {
    const [, digits] = SIZE.exec(line) ?? []
    if (digits === undefined) {
      this.#lost('a chunk size is not a number')
      return
    }
    this.#size = 0
    this.#left = Number.parseInt(digits, 16)
    this.#state = this.#left === 0 ? 'trailers' : 'chunk'
  }

  #takeEndOfChunk(line: string): void {
    if (line !== '') this.#lost('a chunk is longer than its size')
    else {
      this.#size = 0
      this.#state = 'size'
    }
  }

  #takeTrailer(line: string): void {
    if (line === '') this.#ends()
    else if (this.#isTooLong()) this.#lost('the trailers are too long')
  }

  #ends(): void {
    this.#between()
    this.#hearer.ends()
  }

  #between(): void {
    this.#state = 'between'
    this.#lines = []
    this.#size = 0
  }

  #lost(why: string): void {
    this.#state = 'lost'
    this.#lines = []
    this.#hearer.isLost(why)
  }

  #isTooLong(): boolean {
    const isOfAChunk = this.#state === 'size' || this.#state === 'behind chunk'
    return this.#size > (isOfAChunk ? MOST_CHUNK_LINE_BYTES : MOST_HEAD_BYTES)
  }

  /** Whether the line that has begun may become one that is passed on otherwise than it came. */
  #mayBeHost(): boolean {
    if (this.#host === undefined || this.#state !== 'head' || this.#lines.length === 0) return false
    const begun = this.#line.slice(0, HOST.length).toLowerCase()
    return HOST.startsWith(begun)
  }

  /** Where the next line goes on with it, readers differ about its value, and half of another one would be nobody's. */
  #hostBefore(next?: number): Buffer[] {
    const held = this.#release()
    if (BLANKS.includes(next)) return held
    return [Buffer.from(withHost(Buffer.concat(held).toString('latin1'), this.#host!), 'latin1')]
  }

  #release(): Buffer[] {
    this.#isHostHeld = false
    return this.#held.splice(0)
  }
}

const isHost = (line: string) => line.length >= HOST.length && line.slice(0, HOST.length).toLowerCase() === HOST

/** Name and blanks stay as they were written. */
function withHost(line: string, host: string): string {
  const [, before = '', behind = ''] = /^([^:]*:[\t ]*).*?([\t ]*\r?\n)$/.exec(line) ?? []
  return `${before}${host}${behind}`
}
