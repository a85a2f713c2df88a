import type { Size } from '../facts.ts'
import { Bits } from './bits.ts'
import { plausible, rateOf } from './header.ts'

const SELECT = 2

type Timing = { decoderModel?: { delay: number; removal: number; presentation: number }; even: boolean; fps?: number }

/** What AV1's sequence header says, and what one must know of it to read a frame's header. */
export type Sequence = Timing & {
  size: Size
  depth: number
  reducedStill: boolean
  widthBits: number
  heightBits: number
  frameIdBits?: number
  screenTools: number
  integerMotion: number
  orderBits: number
  superresolution: boolean
  points: { idc: number; decoderModel: boolean }[]
}

export function sequenceFrom(bytes: Uint8Array): Sequence {
  const bits = new Bits(bytes)
  const profile = bits.number(3)
  bits.skip(1)
  const reducedStill = bits.flag()
  const { timing, points } = reducedStill ? still(bits) : pointsOf(bits)
  const widthBits = bits.number(4) + 1
  const heightBits = bits.number(4) + 1
  const size = { width: bits.number(widthBits) + 1, height: bits.number(heightBits) + 1 }
  const frameIdBits = !reducedStill && bits.flag() ? frameIdFrom(bits) : undefined
  bits.skip(3)
  const tools = reducedStill ? { screenTools: SELECT, integerMotion: SELECT, orderBits: 0 } : toolsOf(bits)
  const superresolution = bits.flag()
  bits.skip(2)
  const depth = depthFrom(bits, profile)
  plausible({ size, depth })
  const known = { ...timing, ...tools, size, depth, reducedStill, widthBits, heightBits, superresolution, points }
  return { ...known, ...(frameIdBits !== undefined && { frameIdBits }) }
}

function still(bits: Bits) {
  bits.skip(5)
  return { timing: { even: false } as Timing, points: [{ idc: 0, decoderModel: false }] }
}

function pointsOf(bits: Bits) {
  const timing: Timing = bits.flag() ? timingFrom(bits) : { even: false }
  const displayDelay = bits.flag()
  const count = bits.number(5) + 1
  const points = Array.from({ length: count }, () => {
    const idc = bits.number(12)
    if (bits.number(5) > 7) bits.skip(1)
    const decoderModel = timing.decoderModel !== undefined && bits.flag()
    if (decoderModel) bits.skip(2 * timing.decoderModel!.delay + 1)
    if (displayDelay && bits.flag()) bits.skip(4)
    return { idc, decoderModel }
  })
  return { timing, points }
}

function timingFrom(bits: Bits): Timing {
  const ticks = bits.number(32)
  const clock = bits.number(32)
  const even = bits.flag()
  const perPicture = even ? bits.ue() + 1 : 1
  const rate = even ? rateOf(clock, ticks * perPicture) : {}
  if (!bits.flag()) return { even, ...rate }
  const delay = bits.number(5) + 1
  bits.skip(32)
  return { even, ...rate, decoderModel: { delay, removal: bits.number(5) + 1, presentation: bits.number(5) + 1 } }
}

function frameIdFrom(bits: Bits): number {
  const delta = bits.number(4) + 2
  return delta + bits.number(3) + 1
}

function toolsOf(bits: Bits) {
  bits.skip(4)
  const ordered = bits.flag()
  if (ordered) bits.skip(2)
  const screenTools = bits.flag() ? SELECT : bits.bit()
  const integerMotion = screenTools > 0 && !bits.flag() ? bits.bit() : SELECT
  return { screenTools, integerMotion, orderBits: ordered ? bits.number(3) + 1 : 0 }
}

function depthFrom(bits: Bits, profile: number): number {
  if (!bits.flag()) return 8
  return profile === 2 && bits.flag() ? 12 : 10
}

const KEY = 0

/** The size of a key frame that is shown at once, where its header has one of its own. */
export function sizeOfKeyFrame(bytes: Uint8Array, sequence: Sequence): { size?: Size; rendered?: Size } | undefined {
  if (sequence.reducedStill) return undefined
  const bits = new Bits(bytes)
  const shownAgain = bits.flag()
  if (shownAgain || bits.number(2) !== KEY) return undefined
  if (!bits.flag()) return undefined
  const { decoderModel } = sequence
  // With layers, whether a point has its say depends on the unit's extension: the sequence's size stands.
  if (decoderModel && sequence.points.some(({ idc }) => idc !== 0)) return undefined
  if (decoderModel && !sequence.even) bits.skip(decoderModel.presentation)
  bits.skip(1)
  const screen = sequence.screenTools === SELECT ? bits.flag() : sequence.screenTools === 1
  if (screen && sequence.integerMotion === SELECT) bits.skip(1)
  bits.skip(sequence.frameIdBits ?? 0)
  const ownSize = bits.flag()
  bits.skip(sequence.orderBits)
  if (decoderModel && bits.flag())
    for (const point of sequence.points) if (point.decoderModel) bits.skip(decoderModel.removal)
  const sized = (widthBits: number, heightBits: number) => ({
    width: bits.number(widthBits) + 1,
    height: bits.number(heightBits) + 1,
  })
  const size = ownSize ? sized(sequence.widthBits, sequence.heightBits) : undefined
  if (sequence.superresolution && bits.flag()) bits.skip(3)
  const rendered = bits.flag() ? sized(16, 16) : undefined
  return { ...(size && { size }), ...(rendered && { rendered }) }
}
