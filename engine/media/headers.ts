import { Unreadable } from './errors.ts'
import type { CODECS, Size } from './facts.ts'

export type Codec = (typeof CODECS)[number]

/** What a stream states about its pictures. */
export type Header = {
  /** Coded size after cropping. */
  size: Size
  depth: number
  /** Width and height of a pixel. */
  aspect?: [number, number]
  /** Display size. */
  rendered?: Size
}

class Bits {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  flag(): boolean {
    const byte = this.#bytes[this.#at >> 3]
    if (byte === undefined) throw new Unreadable('a truncated header of the stream')
    return ((byte >> (7 - (this.#at++ & 7))) & 1) === 1
  }

  number(bits: number): number {
    let value = 0
    for (let i = 0; i < bits; i++) value = value * 2 + (this.flag() ? 1 : 0)
    return value
  }

  skip(bits: number): void {
    this.#at += bits
  }

  /** Unsigned Exp-Golomb code. */
  ue(): number {
    let zeros = 0
    while (!this.flag()) if (++zeros > 32) throw new Unreadable('an unterminated number in the stream')
    return 2 ** zeros - 1 + this.number(zeros)
  }

  /** Signed Exp-Golomb code. */
  se(): number {
    const code = this.ue()
    return code % 2 ? (code + 1) / 2 : -code / 2
  }
}

function plausible(header: Header): Header {
  const { width, height } = header.size
  if (![width, height].every((side) => Number.isInteger(side) && side > 0 && side <= 65_536))
    throw new Unreadable(`a sequence header with a picture of ${width}x${height}`)
  if (!(header.depth >= 8 && header.depth <= 16)) throw new Unreadable(`a sequence header with ${header.depth} bits`)
  return header
}

/** Removes the emulation prevention bytes of a NAL unit. */
const unescaped = (unit: Uint8Array) =>
  unit.filter((byte, i) => !(byte === 3 && i >= 2 && unit[i - 1] === 0 && unit[i - 2] === 0))

const WITH_CHROMA = new Set([44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244])

/** The sequence parameter set of H.264. */
function avcHeader(unit: Uint8Array): Header {
  const bits = new Bits(unescaped(unit))
  bits.skip(8)
  const profile = bits.number(8)
  bits.skip(16)
  bits.ue()
  const { chroma, depth } = WITH_CHROMA.has(profile) ? avcChroma(bits) : { chroma: 1, depth: 8 }
  bits.ue()
  skipPictureOrder(bits)
  bits.ue()
  bits.skip(1)
  const columns = bits.ue() + 1
  const rows = bits.ue() + 1
  const fields = bits.flag() ? 1 : 2
  bits.skip(fields)
  const [left, right, top, bottom] = cropIn(bits)
  const across = chroma === 1 || chroma === 2 ? 2 : 1
  const down = (chroma === 1 ? 2 : 1) * fields
  const size = { width: columns * 16 - (left + right) * across, height: rows * 16 * fields - (top + bottom) * down }
  const aspect = bits.flag() ? avcAspect(bits) : undefined
  return plausible({ size, depth, ...(aspect && { aspect }) })
}

const cropIn = (bits: Bits): [number, number, number, number] =>
  bits.flag() ? [bits.ue(), bits.ue(), bits.ue(), bits.ue()] : [0, 0, 0, 0]

function avcChroma(bits: Bits) {
  const format = bits.ue()
  const separate = format === 3 && bits.flag()
  const depth = bits.ue() + 8
  bits.ue()
  bits.skip(1)
  const lists = bits.flag() ? (format === 3 ? 12 : 8) : 0
  for (let list = 0; list < lists; list++) if (bits.flag()) skipScalingList(bits, list < 6 ? 16 : 64)
  return { chroma: separate ? 0 : format, depth }
}

function skipScalingList(bits: Bits, size: number): void {
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
  for (let left = Math.min(bits.ue(), 255); left > 0; left--) bits.se()
}

/** H.264, table E-1: aspect_ratio_idc from 1 on. */
const ASPECTS = '1:1 12:11 10:11 16:11 40:33 24:11 20:11 32:11 80:33 18:11 15:11 64:33 160:99 4:3 3:2 2:1'.split(' ')

function avcAspect(bits: Bits): [number, number] | undefined {
  if (!bits.flag()) return undefined
  const known = bits.number(8)
  const [width = 0, height = 0] =
    known === 255 ? [bits.number(16), bits.number(16)] : (ASPECTS[known - 1]?.split(':').map(Number) ?? [])
  return width > 0 && height > 0 ? [width, height] : undefined
}

/** The sequence parameter set of H.265, without its usability information. */
function hevcHeader(unit: Uint8Array): Header {
  const bits = new Bits(unescaped(unit))
  bits.skip(16 + 4)
  const subLayers = bits.number(3)
  bits.skip(1 + 88 + 8)
  const present = Array.from({ length: subLayers }, () => ({ profile: bits.flag(), level: bits.flag() }))
  if (subLayers > 0) bits.skip(2 * (8 - subLayers))
  for (const { profile, level } of present) bits.skip((profile ? 88 : 0) + (level ? 8 : 0))
  bits.ue()
  const format = bits.ue()
  const chroma = format === 3 && bits.flag() ? 0 : format
  const [width, height] = [bits.ue(), bits.ue()]
  const [left, right, top, bottom] = cropIn(bits)
  const across = chroma === 1 || chroma === 2 ? 2 : 1
  const down = chroma === 1 ? 2 : 1
  const size = { width: width - (left + right) * across, height: height - (top + bottom) * down }
  return plausible({ size, depth: bits.ue() + 8 })
}

const VP9_SYNC_CODE = 0x498342
const RGB = 7

/** The header of a VP9 key frame. */
function vp9Header(frame: Uint8Array): Header | undefined {
  const bits = new Bits(frame)
  bits.skip(2)
  const profile = (bits.flag() ? 1 : 0) + (bits.flag() ? 2 : 0)
  if (profile === 3) bits.skip(1)
  // Neither a frame shown again nor an inter frame has a size.
  if (bits.flag() || bits.flag()) return undefined
  bits.skip(2)
  if (bits.number(24) !== VP9_SYNC_CODE) return undefined
  const depth = profile < 2 ? 8 : bits.flag() ? 12 : 10
  const odd = profile % 2 === 1
  if (bits.number(3) !== RGB) bits.skip(odd ? 4 : 1)
  else if (odd) bits.skip(1)
  const sized = () => ({ width: bits.number(16) + 1, height: bits.number(16) + 1 })
  const size = sized()
  return plausible({ size, depth, ...(bits.flag() && { rendered: sized() }) })
}

/** A packet; `head` may be only its beginning. */
export type Packet = { head: Uint8Array; size: number }

const isAvcSequence = (unit: Uint8Array) => ((unit[0] ?? 0) & 31) === 7
/** Layers above the first are depth or a second eye. */
const isHevcSequence = (unit: Uint8Array) => ((unit[0] ?? 0) & 0x7f) === 33 << 1 && (unit[1] ?? 0) >> 3 === 0

export function headerInPacket(codec: Codec, packet: Packet, configuration: Uint8Array | undefined) {
  if (codec === 'vp9') return vp9Header(packet.head)
  if (codec === 'av1') return undefined
  return sequenceIn(codec, unitsIn(packet, lengthSizeOf(codec, configuration)).units)
}

function sequenceIn(codec: 'avc' | 'hevc', units: Uint8Array[]): Header | undefined {
  const unit = units.find(codec === 'avc' ? isAvcSequence : isHevcSequence)
  return unit && (codec === 'avc' ? avcHeader(unit) : hevcHeader(unit))
}

/** What the decoder configuration of the container says. */
export function headerInConfiguration(codec: Codec, record: Uint8Array | undefined): Header | undefined {
  if (!record?.length || codec === 'vp9' || codec === 'av1') return undefined
  return sequenceIn(codec, codec === 'avc' ? unitsAt(record, 6, (record[5] ?? 0) & 31).units : hevcUnits(record))
}

function hevcUnits(record: Uint8Array): Uint8Array[] {
  const units: Uint8Array[] = []
  let at = 23
  for (let array = 0; array < (record[22] ?? 0); array++) {
    const found = unitsAt(record, at + 3, ((record[at + 1] ?? 0) << 8) | (record[at + 2] ?? 0))
    units.push(...found.units)
    at = found.end
  }
  return units
}

function unitsAt(record: Uint8Array, from: number, count: number): { units: Uint8Array[]; end: number } {
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

/** The depth according to the codec string, such as vp09.02.10.10 or av01.0.08M.10. */
export function depthInCodecString(text: string | undefined): number | undefined {
  const depth = /^(?:vp09|av01)\.\w+\.\w+\.(\d+)/.exec(text ?? '')?.[1]
  return depth === undefined ? undefined : Number(depth)
}

const lengthSizeOf = (codec: Codec, record: Uint8Array | undefined) =>
  record?.length ? ((record[codec === 'avc' ? 4 : 21] ?? 3) & 3) + 1 : undefined

type Units = { units: Uint8Array[]; damage?: string }

/** NAL units by their lengths, or between start codes, which some writers use instead. */
function unitsIn(packet: Packet, lengthSize: number | undefined): Units {
  const found = lengthSize === undefined ? undefined : unitsByLength(packet, lengthSize)
  if (found && !found.damage) return found
  const zeros = packet.head.findIndex((byte) => byte !== 0)
  const hasStartCode = (zeros === 2 || zeros === 3) && packet.head[zeros] === 1
  const units = hasStartCode ? unitsBetweenStartCodes(packet.head) : []
  return units.length > 0 ? { units } : (found ?? { units })
}

function unitsByLength({ head, size }: Packet, lengthSize: number): Units {
  const units: Uint8Array[] = []
  let at = 0
  while (at + lengthSize <= head.length) {
    const length = head.subarray(at, at + lengthSize).reduce((sum, byte) => sum * 256 + byte, 0)
    const from = at + lengthSize
    if (from + length > size) return { units, damage: 'the lengths of its units do not match' }
    // Some writers pad with zeros.
    if (length === 0) break
    if (from < head.length && head[from]! & 0x80) return { units, damage: 'a unit with a forbidden bit' }
    units.push(head.subarray(from, from + length))
    at = from + length
  }
  return units.length > 0 ? { units } : { units, damage: 'no unit in it' }
}

function unitsBetweenStartCodes(bytes: Uint8Array): Uint8Array[] {
  const starts: number[] = []
  for (let i = 2; i < bytes.length; i++)
    if (bytes[i] === 1 && bytes[i - 1] === 0 && bytes[i - 2] === 0) starts.push(i + 1)
  return starts.map((at, i) => bytes.subarray(at, (starts[i + 1] ?? bytes.length + 3) - 3))
}

export function damageOf(codec: Codec, packet: Packet, configuration: Uint8Array | undefined): string | undefined {
  const { head } = packet
  if (head.every((byte) => byte === 0)) return 'only zeros'
  if (codec === 'vp9') return head[0]! >> 6 === 2 ? undefined : 'no VP9 frame marker'
  if (codec === 'av1') return head[0]! & 0x80 ? 'a unit with a forbidden bit' : undefined
  return unitsIn(packet, lengthSizeOf(codec, configuration)).damage
}
