import { type Framing, fieldIn, type Head } from './head.ts'

export const MOST_HEAD_BYTES = 128 * 1024
export const MOST_HEADERS = 1000
export const MOST_CHUNK_LINE_BYTES = 4096

/** Callbacks for one direction of a connection. */
export type Hearer = {
  /** First byte of a message. */
  begins(): void
  /** The headers are complete. Returns how the end of the body is determined. */
  head(head: Head): Framing
  body(piece: Buffer): void
  ends(): void
  /** The rest cannot be interpreted. */
  isLost(why: string): void
}

type State = 'between' | 'head' | 'body' | 'until closed' | 'size' | 'chunk' | 'behind chunk' | 'trailers' | 'lost'

const LF = 0x0a
const BLANKS: readonly (number | undefined)[] = [0x20, 0x09]
const HOST = 'host:'
const SIZE = /^([0-9a-f]{1,13})[\t ]*(?:;.*)?$/i

/**
 * Parses one direction of a connection in arbitrary chunks and returns the bytes to forward: unchanged and at once,
 * except for the value of Host if it is to be replaced. On ambiguous input it stops parsing and forwards the rest
 * unchanged.
 */
export class Scanner {
  readonly #hearer: Hearer
  readonly #host: string | undefined
  #state: State = 'between'
  /** The current line so far, and those of its bytes that were held back. */
  #line = ''
  #held: Buffer[] = []
  /** The held bytes are a Host line, complete up to its line end. */
  #isHostHeld = false
  #lines: string[] = []
  #size = 0
  #left = 0

  constructor(hearer: Hearer, host?: string) {
    this.#hearer = hearer
    this.#host = host
  }

  /** Called by the other direction: the rest is not HTTP. */
  lose(): void {
    this.#state = 'lost'
  }

  /** Returns the bytes to forward, in order. */
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

  /** The input has ended; returns the held bytes. */
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
    // Empty lines before a message are skipped, as parsers do.
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

  /** Whether the current line may become one that is rewritten. */
  #mayBeHost(): boolean {
    if (this.#host === undefined || this.#state !== 'head' || this.#lines.length === 0) return false
    const begun = this.#line.slice(0, HOST.length).toLowerCase()
    return HOST.startsWith(begun)
  }

  /** If the next line continues this one, parsers differ about its value, so it is forwarded unchanged. */
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

/** Keeps the spelling of the name and the spaces. */
function withHost(line: string, host: string): string {
  const [, before = '', behind = ''] = /^([^:]*:[\t ]*).*?([\t ]*\r?\n)$/.exec(line) ?? []
  return `${before}${host}${behind}`
}
