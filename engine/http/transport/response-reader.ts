import { Buffer } from 'node:buffer'
import type { Header } from '../../history/entry/exchange.ts'

/** Most servers send 10 to 20. */
const MOST_HEADERS = 256
/** Each 1xx response restarts the timeout of an HTTP client. */
const MOST_EARLY_RESPONSES = 32

export type RawRequest = {
  method: string
  path: string
  headers: readonly Header[]
  body?: string | Buffer
  inPieces?: true
  /** Limit of the response body, instead of the default. */
  mostBytes?: number
}

export type RawResponse = {
  status: number
  statusText: string
  headers: Header[]
  bytes: Buffer
  truncated: boolean
  /** When the headers had arrived. */
  begunAt: number
}

/** `brokenOff`: the part of a response that arrived before the error. */
type Outcome = { answer?: RawResponse; error?: unknown; brokenOff?: RawResponse }

/** A limit of gatecheck was exceeded; not the server's fault. */
export class Excess extends Error {
  override name = 'Excess'
  readonly code = 'EXCESS'
}

/** Collects a response as it arrives from undici or node:http. */
export class ResponseReader {
  readonly mostBytes: number
  readonly outcome: Promise<Outcome>
  abort: ((reason: Error) => void) | undefined
  /** Why reading stopped. */
  stopped: Error | undefined
  #settle!: (outcome: Outcome) => void
  #head: Omit<RawResponse, 'bytes' | 'truncated'> | undefined
  #earlyResponses = 0
  readonly #body = new GrowingBuffer()

  constructor(mostBytes: number) {
    this.mostBytes = mostBytes
    this.outcome = new Promise((resolve) => {
      this.#settle = resolve
    })
  }

  /** A 1xx response before the final one. */
  early(): void {
    if (++this.#earlyResponses > MOST_EARLY_RESPONSES)
      this.stop(new Excess(`more than ${MOST_EARLY_RESPONSES} 1xx responses before the final one`))
  }

  begin(status: number, statusText: string, headers: Header[]): void {
    if (headers.length > MOST_HEADERS) this.stop(new Excess(`${headers.length} headers`))
    else this.#head = { status, statusText, headers, begunAt: performance.now() }
  }

  add(piece: Buffer): void {
    if (this.stopped) return
    this.#body.add(piece)
    if (this.#body.length > this.mostBytes) this.stop(new Excess(`a body of more than ${this.mostBytes} bytes`))
  }

  end(): void {
    this.#settle({ answer: this.#soFar(false) })
  }

  fail(error: unknown): void {
    this.#settle(this.#head ? { error, brokenOff: this.#soFar(true) } : { error })
  }

  stop(reason: Error): void {
    this.stopped = reason
    if (reason instanceof Excess && this.#head) this.#settle({ answer: this.#soFar(true) })
    else this.fail(reason)
    this.abort?.(reason)
  }

  #soFar(truncated: boolean): RawResponse {
    return { ...this.#head!, bytes: this.#body.whole(), truncated }
  }
}

/** A single buffer: an object for each 1-byte piece would take a hundred times the memory. */
export class GrowingBuffer {
  #bytes: Buffer = Buffer.alloc(0)
  #length = 0

  get length(): number {
    return this.#length
  }

  add(piece: Buffer): void {
    const end = this.#length + piece.length
    if (this.#length === 0) {
      // Most bodies come in one piece, which is kept without a copy.
      this.#bytes = piece
    } else {
      if (end > this.#bytes.length) {
        const grown = Buffer.allocUnsafeSlow(Math.max(end, this.#length * 2))
        this.#bytes.copy(grown, 0, 0, this.#length)
        this.#bytes = grown
      }
      piece.copy(this.#bytes, this.#length)
    }
    this.#length = end
  }

  whole(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }
}
