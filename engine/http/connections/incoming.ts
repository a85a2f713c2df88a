import type { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'
import { MEBIBYTE } from '../../config/bounds/bound.ts'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import type { Header } from '../../history/entry/exchange.ts'
import type { Network } from '../network/network.ts'
import { Gathered } from './gathered.ts'
import { BrokenOff, Excess, type WireAnswer } from './sending.ts'

type Head = Pick<WireAnswer, 'status' | 'statusText' | 'headers'>

/** What stands between the pieces of a body, and before the first, where there is hardly a body. */
export const FRAMING_BYTES = MEBIBYTE

/** HTTP clients report no padding, no unfinished line and no frame without content, so the bytes are looked at so often. */
export const LOOK_MS = 25

/** `received`: bytes that have come over the connection for it. `leave`: nothing more of it is read. */
type Reader = { received(): number; onHead(): void; leave(): void }

/** An answer as it comes in, whichever client reads it, and no more of it than is read. */
export class Incoming {
  readonly #most: number
  readonly #reader: Reader
  readonly #settling = Promise.withResolvers<WireAnswer>()
  readonly #body = new Gathered()
  #head: (Head & { begunAt: number }) | undefined
  #early = 0

  /** `most`: bytes of its body. */
  constructor(most: number, reader: Reader) {
    this.#most = most
    this.#reader = reader
    const looking = setInterval(() => {
      if (!this.#isWithinBytes()) reader.leave()
    }, LOOK_MS)
    const settled = () => clearInterval(looking)
    this.answer.then(settled, settled)
  }

  get answer(): Promise<WireAnswer> {
    return this.#settling.promise
  }

  /** Another answer before the one that counts; false where there are too many. */
  comesEarly(): boolean {
    if (++this.#early <= BOUNDS.earlyAnswers.most) return true
    this.#settling.reject(new Excess(`more than ${BOUNDS.earlyAnswers.most} 1xx responses before the final one`))
    return false
  }

  /** False where nothing more of it is read. */
  begins(status: number, statusText: string, headers: Header[]): boolean {
    this.#reader.onHead()
    if (headers.length > BOUNDS.headers.most) {
      this.#settling.reject(new Excess(`${headers.length} headers`))
      return false
    }
    this.#head = { status, statusText, headers, begunAt: performance.now() }
    return true
  }

  /** False where it is longer than is read. */
  goesOn(piece: Buffer): boolean {
    this.#body.add(piece)
    if (this.#body.length <= this.#most) return this.#isWithinBytes()
    this.#settling.resolve(this.#sofar(true))
    return false
  }

  #isWithinBytes(): boolean {
    const received = this.#reader.received()
    if (received <= this.#most * BOUNDS.framingTimes.most + FRAMING_BYTES) return true
    if (this.#head) this.#settling.resolve(this.#sofar(true))
    else this.#settling.reject(new Excess(`${received} bytes before the end of the response headers`))
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
export function receivedSince(network: Network, socketNow: () => Socket | undefined): () => number {
  const first = socketNow()
  const before = first ? network.bytesFrom(first) : 0
  return () => {
    const socket = socketNow()
    return (socket ? network.bytesFrom(socket) : 0) - (socket === first ? before : 0)
  }
}
