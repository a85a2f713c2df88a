import type { Buffer } from 'node:buffer'
import type { Header } from '../../history/entry/exchange.ts'
import { Gathered } from './gathered.ts'

/** Most servers send 10 to 20. */
const MOST_HEADERS = 256
/** Each 1xx response restarts the timeout of an HTTP client. */
const MOST_EARLY_RESPONSES = 32

export type WireRequest = {
  method: string
  path: string
  headers: readonly Header[]
  body?: string | Buffer
  inPieces?: true
  /** Bytes of the response body that are read, instead of the usual number. */
  mostBytes?: number
}

export type WireAnswer = {
  status: number
  statusText: string
  headers: Header[]
  bytes: Buffer
  truncated: boolean
  /** When the headers had arrived, by `performance.now()`. */
  begunAt: number
}

/** `brokenOff`: the part of a response that arrived before the error. */
type Outcome = { answer?: WireAnswer; error?: unknown; brokenOff?: WireAnswer }

/** A limit of ours was exceeded: nothing that a server may be blamed for. */
export class Excess extends Error {
  override name = 'Excess'
  readonly code = 'EXCESS'
}

/** A response as it arrives from undici or node:http. */
export class Reply {
  readonly mostBytes: number
  readonly outcome: Promise<Outcome>
  /** Stops the HTTP client. */
  abort: ((reason: Error) => void) | undefined
  /** Why nothing more of it is read. */
  stopped: Error | undefined
  #settle: (outcome: Outcome) => void = () => undefined
  #head: Omit<WireAnswer, 'bytes' | 'truncated'> | undefined
  #earlyResponses = 0
  readonly #body = new Gathered()

  /** `mostBytes`: of the body. */
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

  #soFar(truncated: boolean): WireAnswer {
    return { ...this.#head!, bytes: this.#body.whole(), truncated }
  }
}
