import { Buffer } from 'node:buffer'

/** Bytes that come in pieces, in one stretch of memory: an object for each piece of one byte would take a hundred times as much. */
export class Gathered {
  #first: Buffer | undefined
  #held: Buffer | undefined
  #length = 0

  get length(): number {
    return this.#length
  }

  /** What they take up, at most twice as much as they are. */
  get room(): number {
    return this.#held?.length ?? this.#length
  }

  add(piece: Buffer): void {
    const end = this.#length + piece.length
    // Most answers come in one piece, which is kept as it is.
    if (this.#length === 0) this.#first = piece
    else piece.copy(this.#withRoomFor(end), this.#length)
    this.#length = end
  }

  whole(): Buffer {
    return this.#held?.subarray(0, this.#length) ?? this.#first ?? Buffer.alloc(0)
  }

  #withRoomFor(length: number): Buffer {
    if (this.#held && this.#held.length >= length) return this.#held
    const held = Buffer.allocUnsafeSlow(Math.max(length, this.#length * 2))
    this.whole().copy(held)
    this.#held = held
    this.#first = undefined
    return held
  }
}
