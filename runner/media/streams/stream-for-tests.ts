/** Writes bits as codecs do. */
class BitWriter {
  #bits = ''

  number(value: number, bits: number): this {
    this.#bits += value.toString(2).padStart(bits, '0')
    return this
  }

  flags(...flags: number[]): this {
    this.#bits += flags.join('')
    return this
  }

  ue(value: number): this {
    const code = (value + 1).toString(2)
    this.#bits += '0'.repeat(code.length - 1) + code
    return this
  }

  bytes(): Uint8Array {
    const padded = this.#bits.padEnd(Math.ceil(this.#bits.length / 8) * 8, '0')
    return Uint8Array.from(padded.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
  }
}

/** The header of a key frame of VP9, and some bytes behind it as there are in a picture. */
export function vp9Key(width: number, height: number, { rendered = [0, 0], profile = 0, twelve = 0 } = {}): Uint8Array {
  const bits = new BitWriter().flags(1, 0, profile & 1, profile >> 1, 0, 0, 1, 0).number(0x498342, 24)
  if (profile === 2) bits.flags(twelve)
  bits
    .number(1, 3)
    .flags(0)
    .number(width - 1, 16)
    .number(height - 1, 16)
  if (rendered[0])
    bits
      .flags(1)
      .number(rendered[0] - 1, 16)
      .number(rendered[1]! - 1, 16)
  else bits.flags(0)
  return Uint8Array.from([...bits.bytes(), 0x5a, 0xa5, 0x3c, 0xc3])
}

/** A frame of VP9 that builds on others. */
export const VP9_INTER = Uint8Array.from([0x86, 0x01, 0x40, 0x92, 0x5a])

/** H.264's parameter sets, plain: profile Baseline, so many macroblocks. */
export const avcSequence = (id: number, columns: number, rows: number, cropRight = 0) =>
  new BitWriter()
    .number(0x67, 8)
    .number(66, 8)
    .number(0, 8)
    .number(30, 8)
    .ue(id)
    .ue(0)
    .ue(2)
    .ue(1)
    .flags(0)
    .ue(columns - 1)
    .ue(rows - 1)
    .flags(1, 1, 1)
    .ue(0)
    .ue(cropRight)
    .ue(0)
    .ue(0)
    .flags(0, 1)
    .bytes()

export const avcPicture = (id: number, sequence: number) =>
  new BitWriter().number(0x68, 8).ue(id).ue(sequence).flags(1, 1, 1).bytes()

/** The beginning of a slice, which names its picture parameters. */
export const avcSlice = (picture: number) => new BitWriter().number(0x65, 8).ue(0).ue(7).ue(picture).flags(1, 1).bytes()

export const withLengths = (units: Uint8Array[]): Uint8Array =>
  Uint8Array.from(units.flatMap((unit) => [0, 0, unit.length >> 8, unit.length & 255, ...unit]))

export function avcRecord(sequences: Uint8Array[], pictures: Uint8Array[]): Uint8Array {
  const listed = (units: Uint8Array[]) => units.flatMap((unit) => [unit.length >> 8, unit.length & 255, ...unit])
  const head = [1, 66, 0, 30, 0xff, 0xe0 | sequences.length]
  return Uint8Array.from([...head, ...listed(sequences), pictures.length, ...listed(pictures)])
}
