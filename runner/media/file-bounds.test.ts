import { describe, expect, it } from 'vitest'
import { BOUNDS } from '../settings/bounds/bounds.ts'
import { cluster, element, frame, matroska, number, openElement, simpleBlock } from './matroska/matroska-for-tests.ts'
import { Boxes } from './mp4/boxes.ts'
import { entriesOf } from './mp4/entry.ts'
import { box, mp4, trak, u32 } from './mp4/mp4-for-tests.ts'
import { Window } from './reading/window.ts'
import { readBytes, sourceOf } from './source-for-tests.ts'

/** A file without an end, of which nothing is held. */
const endless = () => {
  let reads = 0
  const window = new Window({
    size: () => undefined,
    read: async (from, to) => {
      reads++
      return new Uint8Array(to - from)
    },
  })
  return { window, reads: () => reads }
}

const repeated = (count: number, piece: Uint8Array) => {
  const all = new Uint8Array(count * piece.length)
  for (let at = 0; at < all.length; at += piece.length) all.set(piece, at)
  return all
}

describe('of a file', () => {
  it('no more is read at once than is in the table', async () => {
    const { window } = endless()
    expect(await window.upTo(0, BOUNDS.pieceBytes.most)).toHaveLength(BOUNDS.pieceBytes.most)
    await expect(window.upTo(0, BOUNDS.pieceBytes.most + 1)).rejects.toThrow('at once')
  })

  it('no more is read in all', async () => {
    const { window } = endless()
    const piece = BOUNDS.pieceBytes.most
    let read = 0
    const readOn = async () => {
      for (; read <= BOUNDS.readBytes.most; read += piece) await window.upTo(read, read + piece)
    }
    await expect(readOn()).rejects.toThrow(`more than ${BOUNDS.readBytes.most} bytes`)
    expect(read).toBe(BOUNDS.readBytes.most)
  })

  it('no more often than is in the table', async () => {
    const { window, reads } = endless()
    const readOn = async () => {
      // Backwards, so that nothing is read ahead.
      for (let left = 2 * BOUNDS.reads.most; left > 0; left--) await window.upTo(left * 1e6, left * 1e6 + 1)
    }
    await expect(readOn()).rejects.toThrow(`more than ${BOUNDS.reads.most} reads`)
    expect(reads()).toBe(BOUNDS.reads.most)
  })

  it('no more boxes are walked', async () => {
    const ftyp = box('ftyp', [0x69, 0x73, 0x6f, 0x6d], u32(0))
    const bytes = Buffer.concat([ftyp, repeated(BOUNDS.boxes.most + 1, box('free'))])
    expect(await readBytes(new Uint8Array(bytes))).toMatchObject({
      kind: 'unread',
      why: `more than ${BOUNDS.boxes.most} boxes`,
    })
  })

  it('no more elements are walked', async () => {
    const cluster = repeated(BOUNDS.elements.most + 1, openElement(0x1f43b675))
    expect(await readBytes(matroska({ open: true, clusters: [cluster] }))).toMatchObject({
      kind: 'unread',
      why: expect.stringContaining(`more than ${BOUNDS.elements.most} elements`),
    })
  })

  it('no more samples are counted', async () => {
    const stsz = (count: number) => box('stsz', u32(0), u32(500), u32(count))
    const withCount = (count: number) => readBytes(mp4({ tables: (tables) => ({ ...tables, stsz: stsz(count) }) }))
    expect(await withCount(BOUNDS.samples.most + 1)).toMatchObject({
      kind: 'unread',
      why: expect.stringContaining(`${BOUNDS.samples.most + 1} samples`),
    })
  })

  it('a list of more edits is not read', async () => {
    const edited = (count: number) => readBytes(mp4({ edits: Array.from({ length: count }, () => [500, 0]) }))
    const most = BOUNDS.edits.most
    expect(await edited(most)).toMatchObject({ kind: 'video' })
    expect(await edited(most + 1)).toMatchObject({ kind: 'unread', why: `an edit list of ${most + 1} edits` })
  })

  it('no further tracks are looked at', async () => {
    const sound = trak({ handler: 'soun' }, 0)
    const inMp4 = (before: number) =>
      readBytes(mp4({ handler: 'soun', tracks: [...new Array<Uint8Array>(before - 1).fill(sound), trak({}, 32)] }))
    const most = BOUNDS.tracks.most
    expect(await inMp4(most - 1)).toMatchObject({ kind: 'video' })
    expect(await inMp4(most)).toMatchObject({ kind: 'no video' })
    const inMatroska = async (behind: number) => {
      const tracks = new Array<Uint8Array>(behind).fill(element(0xae, number(0xd7, 2), number(0x83, 2)))
      const reading = await readBytes(matroska({ tracks }))
      return reading.kind === 'video' && reading.facts.besides.length
    }
    expect(await inMatroska(most - 1)).toBe(most - 1)
    expect(await inMatroska(2 * most)).toBe(most - 1)
  })

  it('no further entries are looked at of how pictures are coded', async () => {
    const bytes = box('stsd', u32(0), u32(99), repeated(99, box('vp09')))
    const boxes = new Boxes(new Window(sourceOf(bytes)))
    const stsd = await boxes.at(0, bytes.length)
    expect(await entriesOf(boxes, stsd!)).toHaveLength(BOUNDS.sampleEntries.most)
  })

  it('no picture is looked for behind more parts than that', async () => {
    const padded = (parts: number) =>
      readBytes(matroska({ clusters: [repeated(parts, element(0xec)), cluster(0, simpleBlock(0, frame(0)))] }))
    // Two of them are what says how it is timed, and which tracks it has.
    expect(await padded(BOUNDS.partsBeforePictures.most - 3)).toMatchObject({ kind: 'video' })
    expect(await padded(BOUNDS.partsBeforePictures.most - 2)).toMatchObject({ kind: 'not whole' })
  })
})
