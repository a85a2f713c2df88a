/** One NAL unit: header and payload, with start codes escaped (§7.4.1). */
export function nalUnit(header: number, payload: Uint8Array): Uint8Array {
  const bytes = [header]
  let zeros = 0
  for (const byte of payload) {
    if (zeros === 2 && byte <= 3) {
      bytes.push(3)
      zeros = 0
    }
    bytes.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Uint8Array.from(bytes)
}

/** MP4 format: each unit after its length. */
export function behindItsLength(unit: Uint8Array): Uint8Array {
  const sample = new Uint8Array(4 + unit.length)
  new DataView(sample.buffer).setUint32(0, unit.length)
  sample.set(unit, 4)
  return sample
}
