import { Unreadable } from '../reading/unreadable.ts'

/** Reads a header bit by bit, as codecs write them. */
export class Bits {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  bit(): number {
    const byte = this.#bytes[this.#at >> 3]
    if (byte === undefined) throw new Unreadable('a truncated header of the stream')
    return (byte >> (7 - (this.#at++ & 7))) & 1
  }

  flag(): boolean {
    return this.bit() === 1
  }

  number(bits: number): number {
    let value = 0
    for (let i = 0; i < bits; i++) value = value * 2 + this.bit()
    return value
  }

  skip(bits: number): void {
    this.#at += bits
  }

  /** An unsigned number in Exp-Golomb code. */
  ue(): number {
    let zeros = 0
    while (!this.flag()) if (++zeros > 32) throw new Unreadable('an unterminated number in the stream')
    return 2 ** zeros - 1 + this.number(zeros)
  }

  se(): number {
    const code = this.ue()
    return code % 2 ? (code + 1) / 2 : -code / 2
  }
}
