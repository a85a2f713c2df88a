import { Bits } from './bits.ts'
import { inMacroblocks, levelFor } from './levels.ts'
import { nalUnit } from './nal-unit.ts'

/** Parameters shared by all pictures of a stream. */
export type Stream = {
  /** Pixels, even. */
  width: number
  height: number
  bitDepth: 8 | 10
  /** A fraction: frames per seconds. */
  rate: { frames: number; seconds: number }
}

/** CAVLC suits skipped pictures, CABAC flat ones; each picture refers to its set. */
export const CAVLC_SET = 0
export const CABAC_SET = 1
/** At this QP, one unit is 8 steps of luma and 4 of chroma out of 256. */
export const QUANTISER = 46
const CHROMA_QUANTISER_OFFSET = -10
export const FRAME_NUMBER_BITS = 4

const SEQUENCE = 0x67
const PICTURE = 0x68
const BT_709 = 1
const SQUARE_PIXELS = 1
const NO_VIDEO_FORMAT = 5
const ORDER_OF_DECODING = 2
const LARGEST_MOTION_LOG2 = 11

const profileOf = ({ bitDepth }: Stream) => (bitDepth === 10 ? 110 : 100)

function levelOf(stream: Stream): number {
  const level = levelFor(stream, stream.rate.frames / stream.rate.seconds)
  if (level === undefined) throw new Error(`H.264 has no level for ${stream.width}x${stream.height} at this rate`)
  return level
}

function sequenceSet(stream: Stream): Uint8Array {
  const { columns, rows } = inMacroblocks(stream)
  const bits = new Bits().fixed(profileOf(stream), 8).fixed(0, 8).fixed(levelOf(stream), 8)
  bits.unsigned(0).unsigned(1) // its id; 4:2:0
  bits.unsigned(stream.bitDepth - 8).unsigned(stream.bitDepth - 8)
  bits.flags(false, false) // no lossless coding, no scaling matrices
  bits.unsigned(FRAME_NUMBER_BITS - 4).unsigned(ORDER_OF_DECODING)
  bits.unsigned(1).flags(false) // one reference picture, no gaps
  bits.unsigned(columns - 1).unsigned(rows - 1)
  bits.flags(true, true) // frames alone, direct_8x8_inference as higher levels want it
  crop(bits, columns * 16 - stream.width, rows * 16 - stream.height)
  usability(bits, stream)
  return nalUnit(SEQUENCE, bits.end().bytes())
}

/** In units of two pixels, at the right and bottom edge. */
function crop(bits: Bits, right: number, bottom: number): void {
  bits.flags(right > 0 || bottom > 0)
  if (right > 0 || bottom > 0)
    bits
      .unsigned(0)
      .unsigned(right / 2)
      .unsigned(0)
      .unsigned(bottom / 2)
}

/** §E.1.1 */
function usability(bits: Bits, { rate }: Stream): void {
  bits.flags(true, true).fixed(SQUARE_PIXELS, 8).flags(false)
  bits.flags(true).fixed(NO_VIDEO_FORMAT, 3).flags(false, true)
  bits.fixed(BT_709, 8).fixed(BT_709, 8).fixed(BT_709, 8).flags(false)
  // A frame has two ticks, one per field.
  bits
    .flags(true)
    .fixed(rate.seconds, 32)
    .fixed(rate.frames * 2, 32)
    .flags(true)
  bits.flags(false, false, false) // no buffering parameters, no picture structure
  bits.flags(true, true).unsigned(0).unsigned(0).unsigned(LARGEST_MOTION_LOG2).unsigned(LARGEST_MOTION_LOG2)
  bits.unsigned(0).unsigned(1) // no reordering, one reference picture
}

function pictureSet(id: number): Uint8Array {
  const bits = new Bits().unsigned(id).unsigned(0)
  bits
    .flags(id === CABAC_SET, false)
    .unsigned(0)
    .unsigned(0)
    .unsigned(0)
  bits.flags(false).fixed(0, 2) // no weights
  bits
    .signed(QUANTISER - 26)
    .signed(0)
    .signed(CHROMA_QUANTISER_OFFSET)
  bits.flags(true, false, false) // slices disable the deblocking filter
  return nalUnit(PICTURE, bits.end().bytes())
}

/** Codec string (RFC 6381). */
export function codecOf(stream: Stream): string {
  const hex = [profileOf(stream), 0, levelOf(stream)].map((byte) => byte.toString(16).padStart(2, '0'))
  return `avc1.${hex.join('').toUpperCase()}`
}

/** The content of MP4's `avcC` box (ISO 14496-15). */
export function decoderConfiguration(stream: Stream): Uint8Array {
  const counted = (unit: Uint8Array) => [unit.length >> 8, unit.length & 255, ...unit]
  const depth = 0xf8 | (stream.bitDepth - 8)
  return Uint8Array.from([
    ...[1, profileOf(stream), 0, levelOf(stream)],
    ...[0xff, 0xe1, ...counted(sequenceSet(stream))], // lengths have four bytes; one sequence set
    ...[2, ...counted(pictureSet(CAVLC_SET)), ...counted(pictureSet(CABAC_SET))],
    ...[0xfd, depth, depth, 0],
  ])
}
