import { BOUNDS } from '../../config/bounds/bounds.ts'
import { NotWhole, whyOf } from '../reading/unreadable.ts'
import type { Window } from '../reading/window.ts'
import { type Box, type Boxes, SMALL_STEP } from './boxes.ts'

/** The boxes of a file that matter, in their order. */
export type Top = {
  brand: string
  moov: Box[]
  fragments: Box[]
  indexes: Box[]
  fragmented: boolean
  /** Why the walk came to no end. */
  why?: string
}

const beyond = (box: Box, { size }: Window) => box.end > (size ?? Number.POSITIVE_INFINITY)

/** What a fragment's tables may be longer than those before, the header of its media included. */
const SLACK = 256
const SMALL_FILE = 8 * 1024 * 1024

/** Walks the boxes up to the index, and through all fragments where the index says that there are some. */
export async function topOf(boxes: Boxes): Promise<Top> {
  const { window } = boxes
  const top: Top = { brand: '', moov: [], fragments: [], indexes: [], fragmented: false }
  try {
    await walk(boxes, top)
  } catch (error) {
    if (error instanceof NotWhole || top.moov.length === 0) throw error
    return { ...top, why: whyOf(error) }
  }
  if (top.moov.length > 0) return top
  const pieces = top.fragments.length > 0 ? 'fragments of an MP4 file' : 'an MP4 file'
  throw new NotWhole(`${pieces} without an index (moov) in ${window.size ?? 'all'} bytes`)
}

async function walk(boxes: Boxes, top: Top): Promise<void> {
  const { window } = boxes
  let at = 0
  let head = 1024
  for (let box = await boxes.at(at, limitOf(window)); box; box = await boxes.at(at, limitOf(window))) {
    if (box.type === 'ftyp' && top.brand === '')
      top.brand = new TextDecoder('latin1').decode(await window.upTo(box.body, box.body + 4))
    if (box.type === 'moov' || box.type === 'moof') {
      if (beyond(box, window)) throw new NotWhole(`the index (${box.type}) is truncated at ${window.size} bytes`)
    }
    if (box.type === 'moov' && top.moov.push(box) === 1) {
      // Most of it is needed: one read instead of several.
      await window.upTo(box.at, Math.min(box.end, box.at + BOUNDS.indexBytesAhead.most))
      top.fragmented = (await boxes.inside(box, 'mvex')) !== undefined
      // What lies behind it is named by its tables, if it matters.
      if (!top.fragmented) return
      // So many pieces in so small a file are not worth a read each.
      if (limitOf(window) <= SMALL_FILE) await window.upTo(box.end, limitOf(window))
    }
    if (box.type === 'moof') {
      top.fragments.push(box)
      head = Math.min(box.end - box.at + SLACK, BOUNDS.indexBytesAhead.most)
    }
    if (box.type === 'sidx') top.indexes.push(box)
    at = box.end
    // An index at the end comes in one read with what is behind it.
    if (at + BOUNDS.endBytesAhead.most >= limitOf(window)) await window.upTo(at, limitOf(window))
    // The tables of a fragment come in one read, if they are about as long as those before.
    if (top.fragmented && box.type === 'mdat') await window.upTo(at, at + head, SMALL_STEP)
  }
}

const limitOf = ({ size }: Window) => size ?? Number.MAX_SAFE_INTEGER

/** What a segment index says: seconds of its track, and where the last byte of what it lists must be. */
export async function indexed(boxes: Boxes, index: Box): Promise<{ track: number; seconds: number; end: number }> {
  const view = await boxes.content(index)
  const long = view.getUint8(0) > 0
  const timescale = view.getUint32(8)
  const behind = long ? 28 : 20
  const first = long ? Number(view.getBigUint64(20)) : view.getUint32(16)
  const found = { track: view.getUint32(4), seconds: 0, end: index.end + first }
  const count = view.getUint16(behind + 2)
  for (let i = 0, at = behind + 4; i < count; i++, at += 12) {
    const reference = view.getUint32(at)
    // What refers to a further index lists no media itself.
    if (reference >= 2 ** 31) return { ...found, seconds: 0 }
    found.end += reference
    found.seconds += view.getUint32(at + 4) / timescale
  }
  return found
}
