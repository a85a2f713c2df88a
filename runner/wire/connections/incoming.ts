import type { Buffer } from 'node:buffer'
import type { Header } from '../../history/entry/exchange.ts'
import { MEBIBYTE } from '../../settings/bounds/bound.ts'
import { BOUNDS } from '../../settings/bounds/bounds.ts'
import { Gathered } from './gathered.ts'
import { BrokenOff, Excess, type WireAnswer } from './sending.ts'

type Head = Pick<WireAnswer, 'status' | 'statusText' | 'headers'>

/** What stands between the pieces of a body, and before the first, where there is hardly a body. */
const FRAMING_BYTES = MEBIBYTE

/** An answer as it comes in, whichever client reads it, and no more of it than is read. */
export class Incoming {
  readonly #most: number
  readonly #onHead: () => void
  readonly #settling = Promise.withResolvers<WireAnswer>()
  readonly #body = new Gathered()
  #head: (Head & { begunAt: number }) | undefined
  #early = 0

  /** `most`: bytes of its body. */
  constructor(most: number, onHead: () => void) {
    this.#most = most
    this.#onHead = onHead
  }

  get answer(): Promise<WireAnswer> {
    return this.#settling.promise
  }

  /** Another answer before the one that counts; false where there are too many. */
  comesEarly(): boolean {
    if (++this.#early <= BOUNDS.earlyAnswers.most) return true
    this.#settling.reject(new Excess(`more than ${BOUNDS.earlyAnswers.most} answers of the kind 1xx before the last`))
    return false
  }

  /** False where nothing more of it is read. */
  begins(status: number, statusText: string, headers: Header[]): boolean {
    this.#onHead()
    if (headers.length > BOUNDS.headers.most) {
      this.#settling.reject(new Excess(`${headers.length} headers`))
      return false
    }
    this.#head = { status, statusText, headers, begunAt: performance.now() }
    return true
  }

  /** `received`: bytes that have come over the connection for it. False where it is longer than is read. */
  goesOn(piece: Buffer, received: number): boolean {
    this.#body.add(piece)
    const isLonger = this.#body.length > this.#most
    if (!isLonger && received <= this.#most * BOUNDS.framingTimes.most + FRAMING_BYTES) return true
    this.#settling.resolve(this.#sofar(true))
    return false
  }

  ends(): void {
    this.#settling.resolve(this.#sofar(false))
  }

  fails(error: unknown): void {
    this.#settling.reject(this.#head ? new BrokenOff(error, this.#sofar(true)) : error)
  }

  /** Nobody waits for it any more. */
  isLeft(reason: Error): void {
    this.#settling.reject(reason)
  }

  #sofar(truncated: boolean): WireAnswer {
    return { ...this.#head!, bytes: this.#body.whole(), truncated }
  }
}

/** What has come over one connection since now, whether it is there already or opened later. */
export function receivedSince<Socket extends { bytesRead: number }>(socketNow: () => Socket | undefined): () => number {
  const first = socketNow()
  const before = first?.bytesRead ?? 0
  return () => {
    const socket = socketNow()
    return (socket?.bytesRead ?? 0) - (socket === first ? before : 0)
  }
}
