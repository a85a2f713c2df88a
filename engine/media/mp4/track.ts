import { BOUNDS } from '../../config/bounds/bounds.ts'
import { Unreadable } from '../reading/unreadable.ts'
import { type Box, type Boxes, either } from './boxes.ts'

type Edit = { ticks: number; mediaTime: number; rate: number }

export type Track = {
  id: number
  enabled: boolean
  handler: string
  rotation: 0 | 90 | 180 | 270
  /** As the track header wants it shown, before it is turned. */
  header?: { width: number; height: number; ticks: number | undefined }
  /** Ticks a second. */
  timescale: number
  mediaTicks: number | undefined
  edits: Edit[]
  tables: Box[]
  /** Tracks that hold pictures of its chapters. */
  chapters: number[]
}

export async function trackFrom(boxes: Boxes, trak: Box): Promise<Track> {
  const parts = await boxes.children(trak)
  const part = (type: string) => parts.find((box) => box.type === type)
  const mdia = part('mdia')
  const media = mdia ? await boxes.children(mdia) : []
  const mdhd = media.find(({ type }) => type === 'mdhd')
  const hdlr = media.find(({ type }) => type === 'hdlr')
  const minf = media.find(({ type }) => type === 'minf')
  const stbl = minf && (await boxes.inside(minf, 'stbl'))
  const tkhd = part('tkhd')
  const elst = part('edts') && (await boxes.inside(part('edts')!, 'elst'))
  const chap = part('tref') && (await boxes.inside(part('tref')!, 'chap'))
  return {
    id: 0,
    enabled: true,
    rotation: 0,
    ...(tkhd && headerFrom(await boxes.content(tkhd))),
    handler: hdlr ? fourLetters(await boxes.content(hdlr), 8) : '',
    ...(mdhd ? clockFrom(await boxes.content(mdhd)) : { timescale: 0, mediaTicks: undefined }),
    edits: elst ? editsFrom(await boxes.content(elst)) : [],
    tables: stbl ? await boxes.children(stbl) : [],
    chapters: chap ? listFrom(await boxes.content(chap)) : [],
  }
}

export function fourLetters(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((each) => view.getUint8(at + each)))
}

/** A timescale and a duration, as mdhd and mvhd have them. All ones mean that nobody knows. */
export function clockFrom(view: DataView): { timescale: number; mediaTicks: number | undefined } {
  const long = view.getUint8(0) === 1
  const ticks = either(view, long ? 24 : 16, long)
  return { timescale: view.getUint32(long ? 20 : 12), mediaTicks: isUnknown(ticks, long) ? undefined : ticks }
}

const isUnknown = (ticks: number, long: boolean) => ticks >= (long ? 2 ** 63 : 2 ** 32 - 1)

function headerFrom(view: DataView) {
  const long = view.getUint8(0) === 1
  const behind = long ? 36 : 24
  const ticks = either(view, long ? 28 : 20, long)
  const matrix = behind + 16
  const size = { width: view.getUint32(matrix + 36) / 65_536, height: view.getUint32(matrix + 40) / 65_536 }
  return {
    id: view.getUint32(long ? 20 : 12),
    enabled: (view.getUint8(3) & 1) === 1,
    rotation: rotationOf(view.getInt32(matrix), view.getInt32(matrix + 4)),
    header: { ...size, ticks: isUnknown(ticks, long) ? undefined : ticks },
  }
}

/** By how many quarters the matrix turns what lies to the right, clockwise. */
function rotationOf(across: number, down: number): Track['rotation'] {
  const quarters = Math.round(Math.atan2(down, across) / (Math.PI / 2))
  return ([0, 90, 180, 270] as const)[(quarters + 4) % 4] ?? 0
}

function editsFrom(view: DataView): Edit[] {
  const long = view.getUint8(0) === 1
  const count = view.getUint32(4)
  if (count > BOUNDS.edits.most) throw new Unreadable(`an edit list of ${count} edits`)
  return Array.from({ length: count }, (_, i) => {
    const at = 8 + i * (long ? 20 : 12)
    return {
      ticks: either(view, at, long),
      mediaTime: long ? Number(view.getBigInt64(at + 8)) : view.getInt32(at + 4),
      rate: view.getInt16(at + (long ? 16 : 8)) + view.getUint16(at + (long ? 18 : 10)) / 65_536,
    }
  })
}

const listFrom = (view: DataView) =>
  Array.from({ length: Math.min(64, Math.floor(view.byteLength / 4)) }, (_, i) => view.getUint32(i * 4))
