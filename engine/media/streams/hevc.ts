import { Unreadable } from '../reading/unreadable.ts'
import { Bits } from './bits.ts'
import { type Header, plausible, rateOf } from './header.ts'
import { type Nal, unescaped } from './nal.ts'
import { aspectBeforeColours, learnFrom, type ParameterSets, unitsAt } from './parameter-sets.ts'

/** H.265's sequence parameter set, from its first byte on. */
function hevcHeader(unit: Uint8Array): Header & { id: number } {
  const bits = new Bits(unescaped(unit))
  bits.skip(16 + 4)
  const subLayers = bits.number(3)
  bits.skip(1)
  skipProfile(bits, subLayers)
  const id = bits.ue()
  const chroma = bits.ue()
  const separate = chroma === 3 && bits.flag()
  const coded = { width: bits.ue(), height: bits.ue() }
  const [left = 0, right = 0, top = 0, bottom = 0] = bits.flag() ? [bits.ue(), bits.ue(), bits.ue(), bits.ue()] : []
  const across = !separate && (chroma === 1 || chroma === 2) ? 2 : 1
  const down = !separate && chroma === 1 ? 2 : 1
  const size = { width: coded.width - (left + right) * across, height: coded.height - (top + bottom) * down }
  const depth = bits.ue() + 8
  bits.ue()
  const header = plausible({ size, depth })
  return { id, ...header, ...usabilityBehindTools(bits, subLayers) }
}

/** What stands behind the size may be of a kind that we cannot skip; the size stands anyway. */
function usabilityBehindTools(bits: Bits, subLayers: number): Pick<Header, 'aspect' | 'fps'> {
  try {
    skipTools(bits, subLayers)
    return bits.flag() ? usability(bits) : {}
  } catch (error) {
    if (error instanceof Unreadable) return {}
    throw error
  }
}

function skipProfile(bits: Bits, subLayers: number): void {
  bits.skip(88 + 8)
  const present = Array.from({ length: subLayers }, () => ({ profile: bits.flag(), level: bits.flag() }))
  if (subLayers > 0) bits.skip(2 * (8 - subLayers))
  for (const { profile, level } of present) bits.skip((profile ? 88 : 0) + (level ? 8 : 0))
}

function skipTools(bits: Bits, subLayers: number): void {
  const orderBits = bits.ue() + 4
  for (let i = bits.flag() ? 0 : subLayers; i <= subLayers; i++) for (let each = 0; each < 3; each++) bits.ue()
  for (let each = 0; each < 6; each++) bits.ue()
  if (bits.flag() && bits.flag()) skipScaling(bits)
  bits.skip(2)
  if (bits.flag()) {
    bits.skip(8)
    bits.ue()
    bits.ue()
    bits.skip(1)
  }
  skipReferenceSets(bits)
  if (bits.flag()) {
    const longTerm = bits.ue()
    if (longTerm > 32) throw new Unreadable('a sequence header with too many references')
    bits.skip(longTerm * (orderBits + 1))
  }
  bits.skip(2)
}

function skipScaling(bits: Bits): void {
  for (let size = 0; size < 4; size++) {
    for (let matrix = 0; matrix < 6; matrix += size === 3 ? 3 : 1) {
      if (!bits.flag()) {
        bits.ue()
        continue
      }
      if (size > 1) bits.se()
      for (let i = 0; i < Math.min(64, 1 << (4 + (size << 1))); i++) bits.se()
    }
  }
}

function skipReferenceSets(bits: Bits): void {
  const sets = bits.ue()
  if (sets > 64) throw new Unreadable('a sequence header with too many references')
  let before = 0
  for (let set = 0; set < sets; set++) before = skipReferenceSet(bits, set, before)
}

/** How many pictures the set refers to, which a set behind it may build on. */
function skipReferenceSet(bits: Bits, set: number, before: number): number {
  if (set > 0 && bits.flag()) {
    bits.skip(1)
    bits.ue()
    let count = 0
    for (let i = 0; i <= before; i++) {
      const used = bits.flag()
      if (used || bits.flag()) count++
    }
    return count
  }
  const count = bits.ue() + bits.ue()
  if (count > 32) throw new Unreadable('a sequence header with too many references')
  for (let i = 0; i < count; i++) {
    bits.ue()
    bits.skip(1)
  }
  return count
}

function usability(bits: Bits): Pick<Header, 'aspect' | 'fps'> {
  const aspect = aspectBeforeColours(bits)
  bits.skip(3)
  if (bits.flag()) for (let each = 0; each < 4; each++) bits.ue()
  if (!bits.flag()) return aspect
  const ticks = bits.number(32)
  return { ...aspect, ...rateOf(bits.number(32), ticks) }
}

const typeOf = (unit: Uint8Array) => ((unit[0] ?? 0) >> 1) & 63

const WRITING = { typeOf, sequence: 33, picture: 34, before: 16, headerIn: hevcHeader }

export function learnHevc(sets: ParameterSets, unit: Uint8Array): boolean {
  // What belongs to further layers (depth, a second eye) is none of the picture that everybody shows.
  if ((((unit[0] ?? 0) & 1) << 5) | ((unit[1] ?? 0) >> 3)) return false
  return learnFrom(unit, sets, WRITING)
}

export function hevcPictureNamed(units: Nal[]): number | undefined {
  const slice = units.find(({ bytes }) => typeOf(bytes) < 32)
  if (!slice) return undefined
  const bits = new Bits(unescaped(slice.bytes.subarray(0, 32)))
  bits.skip(16 + 1)
  if (typeOf(slice.bytes) >= 16 && typeOf(slice.bytes) <= 23) bits.skip(1)
  return bits.ue()
}

/** hvcC: how long lengths are, the depth, and the parameter sets. */
export function hevcConfiguration(record: Uint8Array) {
  const lengthSize = ((record[21] ?? 3) & 3) + 1
  const units: Uint8Array[] = []
  let at = 23
  for (let array = 0; array < (record[22] ?? 0); array++) {
    const count = ((record[at + 1] ?? 0) << 8) | (record[at + 2] ?? 0)
    const found = unitsAt(at + 3, count, record)
    units.push(...found.units)
    at = found.end
  }
  return { lengthSize, units, ...(record.length > 17 && { depth: ((record[17] ?? 0) & 7) + 8 }) }
}
