import { NotWhole, Unreadable } from './errors.ts'
import type { Window } from './window.ts'

/** What mediabunny does not report of an MP4 file: all edits, and the positions of boxes to hide from it. */
export type Mp4Index = {
  /** Ticks per second of the edit list. */
  timescale: number
  /** According to the movie header; informative only. */
  seconds?: number
  /** Edits by track id. */
  edits: Map<number, Edit[]>
  /** Old QuickTime files have no brand. */
  container: 'mp4' | 'mov'
  fragmented: boolean
  /** Positions of edit lists: mediabunny applies only the first edit of a list. */
  editLists: number[]
  /** Positions of sample tables: mediabunny reads fragments only if the index has no samples. */
  sampleTables: number[]
}

export type Edit = { ticks: number; mediaTime: number; rate: number }

type Box = { type: string; at: number; body: number; end: number }

/** A video of 60 s with 120 fragments per second has 14,400. */
const MOST_BOXES = 80_000
const MOST_EDITS = 64
const PARENTS = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'mvex']

export async function mp4Index(window: Window): Promise<Mp4Index> {
  const size = await window.knownSize()
  let moov: Box | undefined
  let index: Mp4Index | undefined
  let brand = ''
  let boxes = 0
  for (let at = 0; at + 8 <= size; ) {
    if (++boxes > MOST_BOXES) throw new Unreadable(`more than ${MOST_BOXES} boxes`)
    const head = await window.exactly(at, Math.min(at + 16, size))
    const box = boxIn(new DataView(head.buffer, head.byteOffset, head.length), at, size)
    if (box.type === 'ftyp') brand ||= new TextDecoder('latin1').decode(head.subarray(8, 12))
    if (box.end > size && (box.type === 'moov' || box.type === 'moof'))
      throw new NotWhole(`the index (${box.type}) is truncated at ${size} bytes`)
    if (box.type === 'moov' && !moov) {
      moov = box
      index = indexIn(await window.exactly(box.at, box.end), box.at)
      if (brand === 'qt  ' || (brand === '' && !index.fragmented)) index.container = 'mov'
      // The sample table locates the rest.
      if (!index.fragmented) return index
    }
    at = box.end
  }
  if (!index) throw new NotWhole(`an MP4 file without an index (moov) in ${size} bytes`)
  return index
}

/** The box at the beginning of a view that starts at position `at` of the file. */
function boxIn(view: DataView, at: number, limit: number): Box {
  const short = view.getUint32(0)
  const size = short === 1 ? Number(view.getBigUint64(8)) : short === 0 ? limit - at : short
  const body = at + (short === 1 ? 16 : 8)
  const type = String.fromCharCode(...[4, 5, 6, 7].map((each) => view.getUint8(each)))
  if (at + size < body) throw new Unreadable(`a box (${type.replace(/[^ -~]/g, '?')}) of ${size} bytes`)
  return { type, at, body, end: at + size }
}

function indexIn(moov: Uint8Array, offset: number): Mp4Index {
  const index: Mp4Index = {
    timescale: 0,
    edits: new Map(),
    container: 'mp4',
    fragmented: false,
    editLists: [],
    sampleTables: [],
  }
  let track = 0
  let tracks = 0
  let left = MOST_BOXES
  const visit = (from: number, end: number, level: number) => {
    for (let at = from; at + 8 <= end && left-- > 0; ) {
      const box = boxIn(new DataView(moov.buffer, moov.byteOffset + at, end - at), at, end)
      const view = new DataView(moov.buffer, moov.byteOffset + box.body, Math.min(box.end, end) - box.body)
      const long = view.byteLength > 0 && view.getUint8(0) === 1
      if (box.type === 'cmov' || box.type === 'rmra')
        throw new Unreadable(`an index that is compressed or in another file (${box.type})`)
      if (box.type === 'trak') tracks++
      if (box.type === 'mvex') index.fragmented = true
      if (box.type === 'mvhd') Object.assign(index, clockIn(view, long))
      if (box.type === 'tkhd') track = view.getUint32(long ? 20 : 12)
      if (box.type === 'elst') index.edits.set(track, editsIn(view))
      if (box.type === 'elst') index.editLists.push(offset + at + 4)
      if (['stts', 'stsz', 'stz2'].includes(box.type)) index.sampleTables.push(offset + at + 4)
      if (PARENTS.includes(box.type) && level < PARENTS.length) visit(box.body, Math.min(box.end, end), level + 1)
      at = box.end
    }
  }
  visit(0, moov.length, 0)
  if (tracks === 0) throw new NotWhole('an index (moov) without tracks')
  return index
}

/** All ones stand for an unknown duration, and zero for one that is in fragments. */
function clockIn(view: DataView, long: boolean): Pick<Mp4Index, 'timescale' | 'seconds'> {
  const timescale = view.getUint32(long ? 20 : 12)
  const ticks = long ? Number(view.getBigUint64(24)) : view.getUint32(16)
  const isKnown = ticks > 0 && ticks < (long ? 2 ** 63 : 2 ** 32 - 1) && timescale > 0
  return { timescale, ...(isKnown && { seconds: ticks / timescale }) }
}

function editsIn(view: DataView): Edit[] {
  const long = view.getUint8(0) === 1
  const count = view.getUint32(4)
  if (count > MOST_EDITS) throw new Unreadable(`an edit list of ${count} edits`)
  return Array.from({ length: count }, (_, i) => {
    const at = 8 + i * (long ? 20 : 12)
    return {
      ticks: long ? Number(view.getBigUint64(at)) : view.getUint32(at),
      mediaTime: long ? Number(view.getBigInt64(at + 8)) : view.getInt32(at + 4),
      rate: view.getInt16(at + (long ? 16 : 8)) + view.getUint16(at + (long ? 18 : 10)) / 65_536,
    }
  })
}
