import { Bits } from './bits.ts'
import { MACROBLOCK } from './levels.ts'
import { behindItsLength, nalUnit } from './nal-unit.ts'
import { CAVLC_SET, FRAME_NUMBER_BITS } from './parameter-sets.ts'

const REFERENCE = 0x41
const INTER = 0
const UNSMOOTHED = 1
const WHOLE_16X16 = 0
const NOTHING_CODED = 0
const QUARTERS = 4

/** Number of unchanged pictures after which the bytes repeat. */
export const FRAME_NUMBERS = 2 ** FRAME_NUMBER_BITS

/**
 * An MP4 sample: the previous picture, where the given macroblocks, in ascending order, copy the one above. Two of them
 * may be side by side, but not above each other: then their predicted motion is zero.
 */
export function copiedPicture(macroblocks: number, sinceRefresh: number, fromAbove: readonly number[]): Uint8Array {
  const bits = new Bits().unsigned(0).unsigned(INTER).unsigned(CAVLC_SET)
  bits.fixed(sinceRefresh % FRAME_NUMBERS, FRAME_NUMBER_BITS)
  bits.flags(false, false, false) // default reference list, none marked
  bits.signed(0).unsigned(UNSMOOTHED)
  let next = 0
  for (const at of fromAbove) {
    bits.unsigned(at - next).unsigned(WHOLE_16X16)
    bits
      .signed(0)
      .signed(-MACROBLOCK * QUARTERS)
      .unsigned(NOTHING_CODED)
    next = at + 1
  }
  if (next < macroblocks) bits.unsigned(macroblocks - next)
  return behindItsLength(nalUnit(REFERENCE, bits.end().bytes()))
}
