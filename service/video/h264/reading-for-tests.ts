/** Reads what bits.ts and nal-unit.ts write, by the standard's own descriptions (§7.3.1, §9.1). */
export class BitReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  bit(): number {
    const byte = this.#bytes[this.#at >> 3]
    if (byte === undefined) throw new Error('Read beyond the end')
    return (byte >> (7 - (this.#at++ & 7))) & 1
  }

  fixed(length: number): number {
    let value = 0
    for (let each = 0; each < length; each++) value = value * 2 + this.bit()
    return value
  }

  unsigned(): number {
    let zeros = 0
    while (this.bit() === 0) zeros++
    return 2 ** zeros - 1 + this.fixed(zeros)
  }

  signed(): number {
    const value = this.unsigned()
    return value % 2 === 1 ? (value + 1) / 2 : value === 0 ? 0 : -value / 2
  }

  /** Whether anything but the stop bit and zeros is left. */
  hasMore(): boolean {
    let rest = ''
    for (let at = this.#at; at < this.#bytes.length * 8; at++)
      rest += ((this.#bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1
    return !/^10*$/.test(rest)
  }
}

/** The payload of a NAL unit, behind its header of one byte. */
export function payloadOf(unit: Uint8Array): Uint8Array {
  const bytes: number[] = []
  for (const [at, byte] of unit.entries()) {
    if (at === 0) continue
    const prevents = byte === 3 && at > 2 && unit[at - 1] === 0 && unit[at - 2] === 0
    if (!prevents) bytes.push(byte)
  }
  return Uint8Array.from(bytes)
}

/** The one NAL unit of a sample. */
export function unitOf(sample: Uint8Array): Uint8Array {
  const length = new DataView(sample.buffer, sample.byteOffset).getUint32(0)
  if (length !== sample.length - 4) throw new Error('Not one NAL unit behind its length')
  return sample.subarray(4)
}
