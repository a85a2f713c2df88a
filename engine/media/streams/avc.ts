import { Unreadable } from '../reading/unreadable.ts'
import { Bits } from './bits.ts'
import { type Header, plausible, rateOf } from './header.ts'
import { type Nal, unescaped } from './nal.ts'
import { aspectBeforeColours, learnFrom, type ParameterSets, unitsAt } from './parameter-sets.ts'

const WITH_CHROMA = new Set([44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244])

/** H.264's sequence parameter set, from its first byte on. */
function avcHeader(unit: Uint8Array): Header & { id: number } {
  const bits = new Bits(unescaped(unit))
  bits.skip(8)
  const profile = bits.number(8)
  bits.skip(16)
  const id = bits.ue()
  const { chroma, depth } = WITH_CHROMA.has(profile) ? chromaOf(bits) : { chroma: 1, depth: 8 }
  bits.ue()
  skipPictureOrder(bits)
  bits.ue()
  bits.skip(1)
  const columns = bits.ue() + 1
  const rows = bits.ue() + 1
  const frames = bits.bit()
  if (!frames) bits.skip(1)
  bits.skip(1)
  const [left = 0, right = 0, top = 0, bottom = 0] = bits.flag() ? [bits.ue(), bits.ue(), bits.ue(), bits.ue()] : []
  const across = chroma === 1 || chroma === 2 ? 2 : 1
  const down = (chroma === 1 ? 2 : 1) * (2 - frames)
  const size = {
    width: columns * 16 - (left + right) * across,
    height: rows * 16 * (2 - frames) - (top + bottom) * down,
  }
  return { id, ...plausible({ size, depth, ...(bits.flag() && usability(bits)) }) }
}

function chromaOf(bits: Bits) {
  const format = bits.ue()
  const separate = format === 3 && bits.flag()
  const luma = bits.ue()
  bits.ue()
  bits.skip(1)
  const lists = bits.flag() ? (format === 3 ? 12 : 8) : 0
  for (let list = 0; list < lists; list++) {
    if (bits.flag()) skipScaling(bits, list < 6 ? 16 : 64)
  }
  return { chroma: separate ? 0 : format, depth: luma + 8 }
}

function skipScaling(bits: Bits, size: number): void {
  let last = 8
  let next = 8
  for (let i = 0; i < size; i++) {
    if (next !== 0) next = (last + bits.se() + 256) % 256
    if (next !== 0) last = next
  }
}

function skipPictureOrder(bits: Bits): void {
  const type = bits.ue()
  if (type === 0) bits.ue()
  if (type !== 1) return
  bits.skip(1)
  bits.se()
  bits.se()
  const cycle = bits.ue()
  if (cycle > 255) throw new Unreadable('a sequence header with too many references')
  for (let i = 0; i < cycle; i++) bits.se()
}

function usability(bits: Bits): Pick<Header, 'aspect' | 'fps'> {
  const aspect = aspectBeforeColours(bits)
  if (!bits.flag()) return aspect
  const ticks = bits.number(32)
  const clock = bits.number(32)
  // A tick is a field, and a picture two of them.
  return { ...aspect, ...rateOf(clock, 2 * ticks) }
}

const typeOf = (unit: Uint8Array) => (unit[0] ?? 0) & 31

const WRITING = { typeOf, sequence: 7, picture: 8, before: 8, headerIn: avcHeader }

/** Takes in what a unit declares; whether it was a sequence header. */
export const learnAvc = (sets: ParameterSets, unit: Uint8Array) => learnFrom(unit, sets, WRITING)

/** The picture parameters that the first slice names. */
export function avcPictureNamed(units: Nal[]): number | undefined {
  const slice = units.find(({ bytes }) => [1, 2, 5].includes(typeOf(bytes)))
  if (!slice) return undefined
  const bits = new Bits(unescaped(slice.bytes.subarray(0, 32)))
  bits.skip(8)
  bits.ue()
  bits.ue()
  return bits.ue()
}

/** avcC: how long lengths are, and the parameter sets. */
export function avcConfiguration(record: Uint8Array) {
  const lengthSize = ((record[4] ?? 3) & 3) + 1
  const sequences = unitsAt(6, (record[5] ?? 0) & 31, record)
  const { units: pictures, end: at } = unitsAt(sequences.end + 1, record[sequences.end] ?? 0, record)
  const depth = WITH_CHROMA.has(record[1] ?? 0) && at + 1 < record.length ? ((record[at + 1] ?? 0) & 7) + 8 : undefined
  return { lengthSize, units: [...sequences.units, ...pictures], ...(depth !== undefined && { depth }) }
}
