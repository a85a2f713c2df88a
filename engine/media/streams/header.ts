import type { Size } from '../facts.ts'
import { Unreadable } from '../reading/unreadable.ts'
import type { Bits } from './bits.ts'

/** What a stream says of its own pictures. */
export type Header = {
  /** As it is coded and cropped. */
  size: Size
  /** The shape of a pixel, width by height. */
  aspect?: [number, number]
  /** How large it wants to be shown, where it says so otherwise than by the shape of a pixel. */
  rendered?: Size
  depth: number
  fps?: number
}

/** One sample of a track, which can be read piecemeal. */
export type Sample = { size: number; read(from: number, to: number): Promise<Uint8Array> }

const ASPECTS = [
  [1, 1],
  [12, 11],
  [10, 11],
  [16, 11],
  [40, 33],
  [24, 11],
  [20, 11],
  [32, 11],
  [80, 33],
  [18, 11],
  [15, 11],
  [64, 33],
  [160, 99],
  [4, 3],
  [3, 2],
  [2, 1],
] as const

/** The aspect as H.264 and H.265 write it into their usability information. */
export function aspectFrom(bits: Bits): [number, number] | undefined {
  if (!bits.flag()) return undefined
  const known = bits.number(8)
  const [width, height] = known === 255 ? [bits.number(16), bits.number(16)] : (ASPECTS[known - 1] ?? [0, 0])
  return width > 0 && height > 0 ? [width, height] : undefined
}

export function plausible(header: Header): Header {
  const { width, height } = header.size
  const sizes = [width, height].every((each) => Number.isInteger(each) && each > 0 && each <= 65_536)
  if (!sizes) throw new Unreadable(`a sequence header with a picture of ${width}x${height}`)
  if (!(header.depth >= 8 && header.depth <= 16)) throw new Unreadable(`a sequence header with ${header.depth} bits`)
  return header
}

/** Pictures a second from a clock's ticks, where both make sense. */
export function rateOf(clock: number, ticks: number): { fps?: number } {
  const fps = clock / ticks
  return fps > 0 && fps < 10_000 ? { fps } : {}
}
