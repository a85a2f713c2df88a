import { Unreadable } from '../reading/unreadable.ts'
import { Bits } from './bits.ts'
import { aspectFrom, type Header } from './header.ts'
import { unescaped } from './nal.ts'

/** What H.264 and H.265 declare of their pictures in the same way. */
export type ParameterSets = { sequences: Map<number, Header>; pictures: Map<number, number> }

export const noSets = (): ParameterSets => ({ sequences: new Map(), pictures: new Map() })

/** The two kinds of unit that declare something, and how many bits stand before what any unit says. */
type Writing = {
  typeOf(unit: Uint8Array): number
  sequence: number
  picture: number
  before: number
  headerIn(unit: Uint8Array): Header & { id: number }
}

/** Takes in what a unit declares; whether it was a sequence header. */
export function learnFrom(unit: Uint8Array, sets: ParameterSets, writing: Writing): boolean {
  const type = writing.typeOf(unit)
  if (type === writing.sequence) {
    const { id, ...header } = writing.headerIn(unit)
    sets.sequences.set(id, header)
    return true
  }
  if (type === writing.picture) {
    const bits = new Bits(unescaped(unit))
    bits.skip(writing.before)
    sets.pictures.set(bits.ue(), bits.ue())
  }
  return false
}

/** The shape of a pixel, and past what usability says next of overscan, colours and where chroma lies. */
export function aspectBeforeColours(bits: Bits): Pick<Header, 'aspect'> {
  const aspect = aspectFrom(bits)
  if (bits.flag()) bits.skip(1)
  if (bits.flag()) {
    bits.skip(4)
    if (bits.flag()) bits.skip(24)
  }
  if (bits.flag()) {
    bits.ue()
    bits.ue()
  }
  return aspect ? { aspect } : {}
}

/** So many units of a codec configuration, each behind its length; and where the last one ends. */
export function unitsAt(from: number, count: number, record: Uint8Array): { units: Uint8Array[]; end: number } {
  const units: Uint8Array[] = []
  let at = from
  for (let i = 0; i < count; i++) {
    const size = ((record[at] ?? 0) << 8) | (record[at + 1] ?? 0)
    if (at + 2 + size > record.length) throw new Unreadable('a truncated codec configuration')
    units.push(record.subarray(at + 2, at + 2 + size))
    at += 2 + size
  }
  return { units, end: at }
}
