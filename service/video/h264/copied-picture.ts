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

/** After how many pictures a copied one that changes nothing has the same bytes again. */
export const FRAME_NUMBERS = 2 ** FRAME_NUMBER_BITS

/**
 * The picture before, where some macroblocks, given in their order, become what stood above them: a sample of MP4.
 * Two of them may stand side by side, none above another: then the motion that a decoder expects of each is none.
 */
export function copiedPicture(macroblocks: number, sinceRefresh: number, fromAbove: readonly number[]): Uint8Array {
  const bits = new Bits().unsigned(0).unsigned(INTER).unsigned(CAVLC_SET)
  bits.fixed(sinceRefresh % FRAME_NUMBERS, FRAME_NUMBER_BITS)
  bits.flags(false, false, false) // as many references as usual, in their order, and none marked
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
