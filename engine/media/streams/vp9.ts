import { Bits } from './bits.ts'
import { type Header, plausible } from './header.ts'

/** The first frame of a VP9 sample: its header where it is a key frame, or what is wrong with it. */
export function vp9Frame(bytes: Uint8Array): { header?: Header; damage?: string } {
  const bits = new Bits(bytes)
  if (bits.number(2) !== 2) return { damage: 'no VP9 frame marker' }
  const low = bits.bit()
  const profile = low + 2 * bits.bit()
  if (profile === 3 && bits.flag()) return { damage: 'a reserved VP9 bit' }
  // A frame that is shown again, or one that builds on others, says nothing of its size.
  if (bits.flag() || bits.flag()) return {}
  bits.skip(2)
  if (bits.number(24) !== 0x498342) return { damage: 'a VP9 key frame without its sync code' }
  const depth = profile < 2 ? 8 : bits.flag() ? 12 : 10
  skipColours(bits, profile)
  const sized = () => ({ width: bits.number(16) + 1, height: bits.number(16) + 1 })
  const size = sized()
  const rendered = bits.flag() ? sized() : undefined
  return { header: plausible({ size, depth, ...(rendered && { rendered }) }) }
}

const RGB = 7

function skipColours(bits: Bits, profile: number): void {
  const odd = profile % 2 === 1
  const space = bits.number(3)
  if (space !== RGB) bits.skip(odd ? 4 : 1)
  else if (odd) bits.skip(1)
}

/** vpcC behind its version: profile, level, depth. */
export const vpDepth = (record: Uint8Array): number | undefined => record[2] && record[2] >> 4

/** What Matroska may hold for VP9: ids, lengths and values in a row. */
export function vp9Features(record: Uint8Array): number | undefined {
  for (let at = 0; at + 2 < record.length; at += 2 + (record[at + 1] ?? 0)) if (record[at] === 3) return record[at + 2]
  return undefined
}
