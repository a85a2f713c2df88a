import { Bits } from './bits.ts'
import { Cabac } from './cabac.ts'
import { behindItsLength, nalUnit } from './nal-unit.ts'
import { CABAC_SET, FRAME_NUMBER_BITS, QUANTISER } from './parameter-sets.ts'

/** Each from 0 to 255: luma in steps of 8, chroma in steps of 4. */
export type Colour = { readonly y: number; readonly cb: number; readonly cr: number }

/** A picture whose macroblocks have one colour each. */
export type FlatPicture = {
  columns: number
  rows: number
  /** Palette indices, row by row. */
  cells: Uint8Array
  palette: readonly Colour[]
}

const INSTANT_REFRESH = 0x65
const ALL_INTRA = 7
const UNSMOOTHED = 1
const LUMA_STEP = 8
const CHROMA_STEP = 4
const GREY: Colour = { y: 128, cb: 128, cr: 128 }

/** Intra prediction modes (tables 8-4 and 8-5). */
const LUMA = { fromAbove: 0, fromTheLeft: 1, mean: 2 }
const CHROMA = { mean: 0, fromTheLeft: 1, fromAbove: 2 }

/** The first contexts of each element (tables 9-34 and 9-40). */
const TYPE = 3
const QUANTISER_CHANGE = 60
const CHROMA_MODE = 64
const LUMA_DC = { coded: 85, significant: 105, last: 166, first: 228, more: 232 }
const CHROMA_DC = { coded: 97, significant: 149, last: 210, first: 258, more: 262 }
const LONGEST_UNARY = 14

/** Flags of a macroblock that later ones use as context. */
const HAS = { luma: 1, cb: 2, cr: 4, chromaMode: 8, place: 16 }
/** Assumed outside of the picture (§9.3.3.1.1.9). */
const OUTSIDE = HAS.luma | HAS.cb | HAS.cr

export function flatPicture({ columns, rows, cells, palette }: FlatPicture, refresh: number): Uint8Array {
  const bits = new Bits().unsigned(0).unsigned(ALL_INTRA).unsigned(CABAC_SET).fixed(0, FRAME_NUMBER_BITS)
  // Consecutive IDR pictures have different ids (§7.4.3).
  bits.unsigned(refresh % 2).flags(false, false)
  const coder = new Cabac(bits.signed(0).unsigned(UNSMOOTHED), QUANTISER)
  const rowFlags = new Uint8Array(columns).fill(OUTSIDE)
  const beside: Beside = { left: undefined, above: undefined, flagsLeft: OUTSIDE, flagsAbove: OUTSIDE }
  for (let at = 0; at < columns * rows; at++) {
    const column = at % columns
    beside.above = at < columns ? undefined : palette[cells[at - columns]!]
    beside.left = column === 0 ? undefined : palette[cells[at - 1]!]
    beside.flagsAbove = rowFlags[column]!
    beside.flagsLeft = column === 0 ? OUTSIDE : rowFlags[column - 1]!
    if (at > 0) coder.goesOn()
    rowFlags[column] = macroblock(coder, palette[cells[at]!]!, beside)
  }
  return behindItsLength(nalUnit(INSTANT_REFRESH, coder.end().bytes()))
}

/** The neighbours of a macroblock: their colours and flags. */
type Beside = { left: Colour | undefined; above: Colour | undefined; flagsLeft: number; flagsAbove: number }

/** An Intra_16x16 macroblock with DC coefficients only (§7.3.5). */
function macroblock(coder: Cabac, own: Colour, { left, above, flagsLeft, flagsAbove }: Beside): number {
  // Predicts from an equal neighbour if there is one. DC chroma prediction takes the fewest bits.
  const byTheLeft = !above || (left === own && above !== own)
  const from = (byTheLeft ? left : above) ?? GREY
  const sameChroma = !above || !left || (above.cb === left.cb && above.cr === left.cr)
  const luma = !left && !above ? LUMA.mean : byTheLeft ? LUMA.fromTheLeft : LUMA.fromAbove
  const chroma = sameChroma ? CHROMA.mean : byTheLeft ? CHROMA.fromTheLeft : CHROMA.fromAbove
  const y = (own.y - from.y) / LUMA_STEP
  const cb = (own.cb - from.cb) / CHROMA_STEP
  const cr = (own.cr - from.cr) / CHROMA_STEP
  const hasChroma = cb !== 0 || cr !== 0

  coder.decision(TYPE + both(HAS.place, flagsLeft, flagsAbove), 1)
  coder.goesOn()
  coder.decision(TYPE + 3, 0)
  coder.decision(TYPE + 4, hasChroma ? 1 : 0)
  if (hasChroma) coder.decision(TYPE + 5, 0)
  coder.decision(TYPE + 6, luma >> 1)
  coder.decision(TYPE + 7, luma & 1)

  coder.decision(CHROMA_MODE + both(HAS.chromaMode, flagsLeft, flagsAbove), chroma > 0 ? 1 : 0)
  if (chroma > 0) coder.decision(CHROMA_MODE + 3, chroma > 1 ? 1 : 0)
  if (chroma > 1) coder.decision(CHROMA_MODE + 3, 0)
  coder.decision(QUANTISER_CHANGE, 0)

  mean(coder, LUMA_DC, y, apart(HAS.luma, flagsLeft, flagsAbove))
  if (hasChroma) mean(coder, CHROMA_DC, cb, apart(HAS.cb, flagsLeft, flagsAbove))
  if (hasChroma) mean(coder, CHROMA_DC, cr, apart(HAS.cr, flagsLeft, flagsAbove))
  return (
    HAS.place |
    (y === 0 ? 0 : HAS.luma) |
    (cb === 0 ? 0 : HAS.cb) |
    (cr === 0 ? 0 : HAS.cr) |
    (chroma === 0 ? 0 : HAS.chromaMode)
  )
}

/** How many of both neighbours have the flag. */
function both(what: number, left: number, above: number): number {
  return ((left & what) !== 0 ? 1 : 0) + ((above & what) !== 0 ? 1 : 0)
}

/** Which neighbours have the flag, as bits. */
function apart(what: number, left: number, above: number): number {
  return ((left & what) !== 0 ? 1 : 0) + ((above & what) !== 0 ? 2 : 0)
}

/** A block of coefficients, all zero but the first (§7.3.5.3.3, §9.3.2.3). */
function mean(coder: Cabac, contexts: typeof LUMA_DC, value: number, neighbours: number): void {
  coder.decision(contexts.coded + neighbours, value === 0 ? 0 : 1)
  if (value === 0) return
  coder.decision(contexts.significant, 1)
  coder.decision(contexts.last, 1)
  const more = Math.abs(value) - 1
  for (let each = 0; each < Math.min(more, LONGEST_UNARY); each++)
    coder.decision(each === 0 ? contexts.first : contexts.more, 1)
  if (more < LONGEST_UNARY) coder.decision(more === 0 ? contexts.first : contexts.more, 0)
  else golomb(coder, more - LONGEST_UNARY)
  coder.bypass(value < 0 ? 1 : 0)
}

function golomb(coder: Cabac, value: number): void {
  const length = Math.floor(Math.log2(value + 1))
  for (let each = 0; each < length; each++) coder.bypass(1)
  coder.bypass(0)
  for (let place = length - 1; place >= 0; place--) coder.bypass(((value + 1) >> place) & 1)
}
