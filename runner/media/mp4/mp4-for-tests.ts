import { concat } from '../source-for-tests.ts'
import { VP9_INTER, vp9Key } from '../streams/stream-for-tests.ts'

const u16 = (value: number) => [(value >> 8) & 255, value & 255]
export const u32 = (value: number) => [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
export const u64 = (value: bigint) => [...u32(Number(value >> 32n)), ...u32(Number(value & 0xffffffffn))]
const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0))

export const box = (type: string, ...parts: (Uint8Array | number[])[]): Uint8Array => {
  const body = concat(parts)
  return concat([u32(body.length + 8), letters(type), body])
}

/** The same with a size of 64 bits. */
export const wideBox = (type: string, ...parts: (Uint8Array | number[])[]): Uint8Array => {
  const body = concat(parts)
  return concat([u32(1), letters(type), u64(BigInt(body.length + 16)), body])
}

const table = (type: string, rows: number[][]) => box(type, u32(0), u32(rows.length), rows.flat().flatMap(u32))

export type Made = {
  /** How long each picture stands, in ticks. */
  ticks?: number[]
  shifts?: number[]
  timescale?: number
  movieTimescale?: number
  /** Ticks of the movie, the place in the media, and the rate. */
  edits?: [ticks: number, mediaTime: number, rate?: number][]
  /** Quarters clockwise. */
  quarters?: number
  aspect?: [number, number]
  mediaTicks?: number
  movieTicks?: number
  pictures?: Uint8Array[]
  entry?: Uint8Array
  /** Where the media stands: behind the index or before it. */
  indexFirst?: boolean
  wide?: boolean
  /** Further tracks, whole. */
  tracks?: Uint8Array[]
  enabled?: boolean
  handler?: string
  /** Changes the tables just before they are put together. */
  tables?: (tables: Record<string, Uint8Array>) => Record<string, Uint8Array>
}

export const SIZE = { width: 320, height: 180 }

const MATRICES = [
  [1, 0, 0, 1],
  [0, 1, -1, 0],
  [-1, 0, 0, -1],
  [0, -1, 1, 0],
]

/** Twelve pictures of VP9, or whatever is said instead. */
export function mp4(made: Made = {}): Uint8Array {
  const { wide = false, indexFirst = false } = made
  const pictures = picturesOf(made)
  const head = box('ftyp', letters('isom'), u32(0), letters('isommp41'))
  const media = (wide ? wideBox : box)('mdat', ...pictures)
  const index = (at: number) => moov(made, at)
  const headerOfMedia = wide ? 16 : 8
  if (!indexFirst) return concat([head, media, index(head.length + headerOfMedia)])
  const length = index(0).length
  return concat([head, index(head.length + length + headerOfMedia), media])
}

const ticksOf = ({ ticks = new Array<number>(12).fill(1000) }: Made) => ticks

const picturesOf = (made: Made): Uint8Array[] =>
  made.pictures ?? ticksOf(made).map((_, i) => (i === 0 ? vp9Key(SIZE.width, SIZE.height) : VP9_INTER))

export function moov(made: Made, firstAt: number): Uint8Array {
  const { movieTimescale = 1000, tracks = [] } = made
  const whole = Math.round((ticksOf(made).reduce((sum, each) => sum + each, 0) * movieTimescale) / timescaleOf(made))
  const mvhd = box(
    'mvhd',
    u32(0),
    u32(0),
    u32(0),
    u32(movieTimescale),
    u32(made.movieTicks ?? whole),
    new Array(80).fill(0),
  )
  return box('moov', mvhd, trak(made, firstAt), ...tracks)
}

const timescaleOf = ({ timescale = 24_000 }: Made) => timescale

export function trak(made: Made, firstAt: number): Uint8Array {
  const { edits = [], enabled = true, quarters = 0, handler = 'vide', movieTimescale = 1000 } = made
  const ticks = ticksOf(made).reduce((sum, each) => sum + each, 0)
  const [a, b, c, d] = MATRICES[quarters]!.map((each) => u32(each * 65_536)) as [number[], number[], number[], number[]]
  const matrix = [...a, ...b, ...u32(0), ...c, ...d, ...u32(0), ...u32(0), ...u32(0), ...u32(0x40000000)]
  const tkhd = box(
    'tkhd',
    [0, 0, 0, enabled ? 3 : 2],
    [...u32(0), ...u32(0), ...u32(1), ...u32(0), ...u32(Math.round((ticks * movieTimescale) / timescaleOf(made)))],
    new Array(16).fill(0),
    matrix,
    [...u32(SIZE.width * 65_536), ...u32(SIZE.height * 65_536)],
  )
  const list = edits.map(([ticks, mediaTime, rate = 1]) => [...u32(ticks), ...u32(mediaTime), ...u16(rate), ...u16(0)])
  const edts = edits.length > 0 ? [box('edts', box('elst', u32(0), u32(edits.length), list.flat()))] : []
  const mdhd = box('mdhd', u32(0), u32(0), u32(0), u32(timescaleOf(made)), u32(made.mediaTicks ?? ticks), u32(0))
  const hdlr = box('hdlr', u32(0), u32(0), letters(handler), new Array(13).fill(0))
  return box('trak', tkhd, ...edts, box('mdia', mdhd, hdlr, box('minf', stbl(made, firstAt))))
}

export function entryOf(type: string, { width, height } = SIZE, ...boxes: Uint8Array[]): Uint8Array {
  const fields = [...new Array(6).fill(0), ...u16(1), ...new Array(16).fill(0), ...u16(width), ...u16(height)]
  return box(type, fields, new Array(50).fill(0), ...boxes)
}

function stbl(made: Made, firstAt: number): Uint8Array {
  const sizes = picturesOf(made).map((picture) => picture.length)
  const pasp = made.aspect ? [box('pasp', u32(made.aspect[0]), u32(made.aspect[1]))] : []
  const vpcC = box('vpcC', u32(0x01000000), [0, 10, 8 << 4, 2, 2, 2, 0, 0])
  const entry = made.entry ?? entryOf('vp09', SIZE, vpcC, ...pasp)
  const tables = {
    stsd: box('stsd', u32(0), u32(1), entry),
    stts: table(
      'stts',
      ticksOf(made).map((each) => [1, each]),
    ),
    ...(made.shifts && {
      ctts: table(
        'ctts',
        made.shifts.map((each) => [1, each]),
      ),
    }),
    stsz: box('stsz', u32(0), u32(0), u32(sizes.length), sizes.flatMap(u32)),
    stsc: table('stsc', [[1, sizes.length, 1]]),
    stco: made.wide ? box('co64', u32(0), u32(1), u64(BigInt(firstAt))) : table('stco', [[firstAt]]),
  }
  return box('stbl', ...Object.values(made.tables?.(tables) ?? tables))
}
