import { describe, expect, it } from 'vitest'
import { box, mp4, u32 } from './mp4/mp4-for-tests.ts'
import { readMedia } from './read-media.ts'
import { committed, concat, readBytes, sourceOf } from './source-for-tests.ts'
import { VP9_INTER, vp9Key } from './streams/stream-for-tests.ts'

const notWhole = (what: string) => ({ kind: 'not whole', what: expect.stringContaining(what) })

describe('an MP4 file that is not whole', () => {
  it.each([
    ['avc.mp4', 0.5, 'the index (moov) never came'],
    ['avc.mp4', 0.9, 'the index (moov) is cut off'],
    ['avc-index-first.mp4', 0.3, 'the index (moov) is cut off'],
    ['avc-index-first.mp4', 0.9, 'pictures lie beyond the end'],
    ['av1-10.mp4', 0.3, 'the index (moov) never came'],
    ['hevc-10.mov', 0.4, 'the index (moov) never came'],
  ])('is %s up to %d of it', async (name, part, what) => {
    const bytes = committed(name)
    expect(await readBytes(bytes.subarray(0, bytes.length * part))).toMatchObject(notWhole(what))
  })

  it('is told with what is known nevertheless', async () => {
    const bytes = committed('avc-index-first.mp4')
    const reading = await readBytes(bytes.subarray(0, -1))
    expect(reading).toMatchObject({
      kind: 'not whole',
      facts: { frames: { value: 12 }, pixels: { value: { width: 64 } } },
    })
  })

  it('is one whose media are shorter than their header, even where nobody knows the size before', async () => {
    const bytes = mp4({ indexFirst: true }).subarray(0, -3)
    const reading = await readMedia({ ...sourceOf(bytes), size: () => undefined })
    expect(reading).toMatchObject({ kind: 'not whole' })
  })

  it('is not one whose media say to be longer than the file, all pictures being there', async () => {
    const bytes = mp4({ indexFirst: true })
    bytes.set(u32(9_999_999), Buffer.from(bytes).indexOf('mdat') - 4)
    expect(await readBytes(bytes)).toMatchObject({ kind: 'video' })
  })

  it('is one that lists no pictures, or no tracks', async () => {
    expect(await readBytes(mp4({ ticks: [] }))).toMatchObject(notWhole('lists no pictures'))
    const nothing = concat([box('ftyp', u32(0x69736f6d), u32(0)), box('moov', box('mvhd', new Array(100).fill(0)))])
    expect(await readBytes(nothing)).toMatchObject(notWhole('lists no tracks'))
  })

  it.each([
    ['the first', 0],
    ['one in the middle', 6],
    ['the last but one', 10],
    ['the last', 11],
  ])('is one in which %s holds nothing', async (_, place) => {
    const pictures = Array.from({ length: 12 }, (_, i) => (i === 0 ? vp9Key(320, 180) : VP9_INTER))
    pictures[place] = new Uint8Array(40)
    expect(await readBytes(mp4({ pictures }))).toMatchObject(notWhole(`picture ${place + 1} of 12: nothing but zeros`))
  })

  it('is one whose last picture ends in zeros', async () => {
    const large = Uint8Array.from({ length: 30_000 }, (_, i) => (i < 28_000 ? VP9_INTER[i % 5]! : 0))
    const pictures = Array.from({ length: 12 }, (_, i) => (i === 0 ? vp9Key(320, 180) : large))
    expect(await readBytes(mp4({ pictures }))).toMatchObject(notWhole('ends in zeros'))
  })

  it('is one whose pictures have no bytes', async () => {
    const pictures = Array.from({ length: 12 }, () => new Uint8Array(0))
    expect(await readBytes(mp4({ pictures }))).toMatchObject(notWhole('0 bytes'))
  })
})

describe('media of zeros', () => {
  it.each(['avc.mp4', 'hevc-10.mov', 'av1-10.mp4', 'avc-fragments-sound.mp4'])('are found in %s', async (name) => {
    const bytes = committed(name)
    const at = Buffer.from(bytes).lastIndexOf('mdat') + 4
    const size = new DataView(bytes.buffer).getUint32(at - 8)
    expect(await readBytes(bytes.fill(0, at, at - 8 + size))).toMatchObject(notWhole('nothing but zeros'))
  })

  it.each(['vp9.webm', 'vp9-live.webm', 'av1-10.webm', 'avc.mkv', 'avc-index-first.mp4'])(
    'are found in the rest of %s, which never came',
    async (name) => {
      const bytes = committed(name)
      expect(await readBytes(bytes.fill(0, bytes.length * 0.6))).toMatchObject({ kind: 'not whole' })
    },
  )
})

describe('a WebM file that is not whole', () => {
  it.each([
    ['vp9.webm', 0.5],
    ['vp9-live.webm', 0.5],
    ['vp9-live.webm', 0.95],
    ['av1-10.webm', 0.7],
    ['avc.mkv', 0.7],
  ])('is %s up to %d of it', async (name, part) => {
    const bytes = committed(name)
    expect(await readBytes(bytes.subarray(0, bytes.length * part))).toMatchObject({ kind: 'not whole' })
  })
})

it('takes lengths of H.264 that do not add up for a picture that is not there', async () => {
  const bytes = committed('avc-index-first.mp4')
  bytes[Buffer.from(bytes).indexOf('mdat') + 4 + 1] = 9
  expect(await readBytes(bytes)).toMatchObject(notWhole('picture 1 of 12: lengths of its units do not add up'))
})
