import { BOUNDS } from '../../config/bounds/bounds.ts'
import type { Sample } from './header.ts'

export type Nal = { at: number; size: number; bytes: Uint8Array }

/** Of each unit no more than this: parameter sets and the beginning of a slice are short. */
const HEAD = 1024

/** A unit without the bytes that keep it from looking like a start code. */
export function unescaped(bytes: Uint8Array): Uint8Array {
  const plain = new Uint8Array(bytes.length)
  let length = 0
  let zeros = 0
  for (const byte of bytes) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0
      continue
    }
    zeros = byte === 0 ? zeros + 1 : 0
    plain[length++] = byte
  }
  return plain.subarray(0, length)
}

/** The units of a sample by their lengths, as many as are worth a look, and in words what is wrong with the lengths. */
export async function unitsOf(sample: Sample, lengthSize: number): Promise<{ units: Nal[]; damage?: string }> {
  const units: Nal[] = []
  let at = 0
  while (at + lengthSize <= sample.size && units.length < BOUNDS.unitsOfAPicture.most) {
    const size = (await sample.read(at, at + lengthSize)).reduce((sum, byte) => sum * 256 + byte, 0)
    const from = at + lengthSize
    if (from + size > sample.size) return { units, damage: 'the lengths of its units do not match' }
    // Some writers fill up with zeros.
    if (size === 0) return { units, ...(units.length === 0 && { damage: 'an empty unit' }) }
    const bytes = await sample.read(from, from + Math.min(size, HEAD))
    if ((bytes[0] ?? 0x80) & 0x80) return { units, damage: 'a unit with a forbidden bit' }
    units.push({ at: from, size, bytes })
    at = from + size
  }
  return units.length > 0 ? { units } : { units, damage: 'no unit in it' }
}

/** Units between start codes, which some writers leave where lengths belong. */
export async function unitsBetweenStartCodes(sample: Sample): Promise<Nal[]> {
  const bytes = await sample.read(0, Math.min(sample.size, 4096))
  if (!(bytes[0] === 0 && bytes[1] === 0 && (bytes[2] === 1 || (bytes[2] === 0 && bytes[3] === 1)))) return []
  const starts: number[] = []
  for (let i = 2; i < bytes.length; i++)
    if (bytes[i] === 1 && bytes[i - 1] === 0 && bytes[i - 2] === 0) starts.push(i + 1)
  return starts.slice(0, BOUNDS.unitsOfAPicture.most).map((at, i) => {
    const end = i + 1 < starts.length ? starts[i + 1]! - 3 : bytes.length
    return { at, size: end - at, bytes: bytes.subarray(at, Math.min(end, at + HEAD)) }
  })
}
