import { Buffer } from 'node:buffer'

/** Pieces in one buffer: an object for each piece of one byte would take a hundred times the memory. */
export class Gathered {
  #bytes: Buffer = Buffer.alloc(0)
  #length = 0

  get length(): number {
    return this.#length
  }

  add(piece: Buffer): void {
    // Most bodies come in one piece, which is kept as it is.
    if (this.#length === 0) {
      this.#bytes = piece
      this.#length = piece.length
      return
    }
    const end = this.#length + piece.length
    if (end > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(end, this.#length * 2))
      this.#bytes.copy(grown, 0, 0, this.#length)
      this.#bytes = grown
    }
    piece.copy(this.#bytes, this.#length)
    this.#length = end
  }

  whole(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }
}
