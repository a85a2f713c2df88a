/** A bit writer for H.264: most significant bit first, fixed-length or Exp-Golomb. */
export class Bits {
  readonly #bytes: number[] = []
  #byte = 0
  #free = 8

  bit(bit: number): this {
    this.#byte |= bit << --this.#free
    if (this.#free === 0) {
      this.#bytes.push(this.#byte)
      this.#byte = 0
      this.#free = 8
    }
    return this
  }

  flags(...flags: boolean[]): this {
    for (const flag of flags) this.bit(flag ? 1 : 0)
    return this
  }

  /** u(n) */
  fixed(value: number, length: number): this {
    // No shifts: a value may have 32 bits, and a shift would make it negative.
    for (let place = length - 1; place >= 0; place--) this.bit(Math.floor(value / 2 ** place) % 2)
    return this
  }

  /** ue(v) */
  unsigned(value: number): this {
    const length = Math.floor(Math.log2(value + 1))
    return this.fixed(0, length).fixed(value + 1, length + 1)
  }

  /** se(v) */
  signed(value: number): this {
    return this.unsigned(value > 0 ? 2 * value - 1 : -2 * value)
  }

  /** Pads to the next byte. */
  align(bit: 0 | 1): this {
    while (this.#free < 8) this.bit(bit)
    return this
  }

  /** The stop bit, then zeros (§7.3.2.11). */
  end(): this {
    return this.bit(1).align(0)
  }

  bytes(): Uint8Array {
    if (this.#free < 8) throw new Error('These bits do not end with a whole byte')
    return Uint8Array.from(this.#bytes)
  }
}
