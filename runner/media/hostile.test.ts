import { describe, expect, it } from 'vitest'
import type { MediaSource } from './facts.ts'
import {
  cluster,
  element,
  frame,
  matroska,
  number,
  openElement,
  simpleBlock,
  text,
} from './matroska/matroska-for-tests.ts'
import { box, mp4, u32, u64 } from './mp4/mp4-for-tests.ts'
import { readMedia } from './read-media.ts'
import { concat, readBytes, sourceOf } from './source-for-tests.ts'

/** Of work of its own, in millionths of a second: what others have of the processor is not counted. */
const MOST_WORK = 15_000_000
const MOST_BYTES = 64 * 1024 * 1024
const MOST = 0xffff_ffff

/** Reads, and sees to it that this took neither long nor much. */
async function quickly(source: MediaSource & { reads?: [number, number][] }) {
  const began = process.threadCpuUsage()
  const reading = await readMedia(source)
  expect(process.threadCpuUsage(began).user).toBeLessThan(MOST_WORK)
  return reading
}

const ftyp = box('ftyp', [0x69, 0x73, 0x6f, 0x6d], u32(0))
const claimed = (type: string, ...fields: number[]) => box(type, u32(0), fields.flatMap(u32))

describe('tables that list more than there is', () => {
  it.each([
    ['sizes, one for all', 'stsz', claimed('stsz', 500, MOST)],
    ['sizes, each its own', 'stsz', claimed('stsz', 0, MOST, 1, 2)],
    ['sizes in half bytes', 'stsz', claimed('stz2', 4, 900_000)],
    ['times, more rows', 'stts', claimed('stts', MOST, 1, 1)],
    ['places', 'stco', claimed('stco', MOST, 1)],
    ['places of 64 bits', 'stco', claimed('co64', MOST, 1)],
    ['chunks', 'stsc', claimed('stsc', MOST, 1, 1, 1)],
    ['chunks of nothing', 'stsc', claimed('stsc', 1, 1, 0, 1)],
    ['chunks before the first', 'stsc', claimed('stsc', 1, 0, 12, 1)],
    ['shifts', 'ctts', claimed('ctts', MOST, 1, 1)],
  ])('are not read: %s', async (_, name, table) => {
    const bytes = mp4({ shifts: new Array(12).fill(0), tables: (tables) => ({ ...tables, [name]: table }) })
    const reading = await quickly(sourceOf(bytes))
    expect(reading).toMatchObject({ kind: 'unread', why: expect.stringMatching(/table|index of|beyond|places/) })
  })

  it('are read as far as there are pictures, where one row stands for more', async () => {
    const stts = claimed('stts', 1, MOST, 1000)
    const ctts = claimed('ctts', 1, MOST, 0)
    const bytes = mp4({ shifts: new Array(12).fill(0), tables: (tables) => ({ ...tables, stts, ctts }) })
    expect(await quickly(sourceOf(bytes))).toMatchObject({ kind: 'video', facts: { frames: { value: 12 } } })
  })

  it('of chunks that lie before the file began, or beyond every file, are missing', async () => {
    const far = box('co64', u32(0), u32(1), u64(2n ** 63n))
    const reading = await quickly(sourceOf(mp4({ tables: (tables) => ({ ...tables, stco: far }) })))
    expect(reading.kind).toBe('not whole')
  })

  it('are not read where an edit list or fragments claim them', async () => {
    const trun = box('trun', u32(0), u32(MOST))
    const traf = box('traf', box('tfhd', u32(0x20018), u32(1), u32(1), u32(1)), trun)
    const mvex = box('mvex', box('trex', u32(0), u32(1), u32(1), u32(1), u32(1), u32(0)))
    const bytes = concat([mp4({ tracks: [mvex] }), box('moof', traf)])
    expect(await quickly(sourceOf(bytes))).toMatchObject({
      facts: { seconds: { unread: expect.stringContaining('samples') } },
    })
  })
})

describe('boxes that cannot be', () => {
  it.each([
    ['of one byte', concat([ftyp, u32(1), [0x6d, 0x6f]])],
    ['of seven bytes', concat([ftyp, u32(7), [0x6d, 0x64, 0x61, 0x74], new Array(40).fill(1)])],
    ['of 2^63 bytes', concat([ftyp, u32(1), [0x6d, 0x6f, 0x6f, 0x76], u64(2n ** 63n)])],
    ['of 2^64 - 1 bytes', concat([ftyp, u32(1), [0x6d, 0x64, 0x61, 0x74], u64(2n ** 64n - 1n)])],
    ['of 64 bits that are too few', concat([ftyp, u32(1), [0x6d, 0x64, 0x61, 0x74], u64(3n)])],
    [
      'without a size inside each other',
      concat([ftyp, ...new Array(400).fill(concat([u32(0), [0x6d, 0x6f, 0x6f, 0x76]]))]),
    ],
    ['in the thousands', concat([ftyp, ...new Array(20_000).fill(box('free'))])],
  ])('end the reading: %s', async (_, bytes) => {
    expect(['unread', 'not whole']).toContain((await quickly(sourceOf(bytes))).kind)
  })

  it('end it as well where there are hundreds of thousands, or tracks without end', async () => {
    const many = new Uint8Array(8 * 100_000)
    for (let at = 0; at < many.length; at += 8) many.set(box('free'), at)
    expect(await quickly(sourceOf(Uint8Array.from([...ftyp, ...many])))).toMatchObject({
      kind: 'unread',
      why: expect.stringContaining('boxes'),
    })
    const traks = new Uint8Array(8 * 10_000)
    for (let at = 0; at < traks.length; at += 8) traks.set(box('trak'), at)
    const moov = Uint8Array.from([...ftyp, ...u32(traks.length + 8), 0x6d, 0x6f, 0x6f, 0x76, ...traks])
    expect((await quickly(sourceOf(moov))).kind).toBe('no video')
  })

  it('that reach beyond what holds them are read up to its end', async () => {
    const bytes = mp4()
    const at = Buffer.from(bytes).indexOf('stco') - 4
    bytes.set(u32(0x7fff_ffff), at)
    expect(await quickly(sourceOf(bytes))).toMatchObject({ kind: 'video' })
  })
})

describe('elements that cannot be', () => {
  const one = [simpleBlock(0, frame(0))]
  it.each([
    [
      'a cluster in itself',
      matroska({
        open: true,
        clusters: new Array(500).fill([0x1f, 0x43, 0xb6, 0x75, 0xff]).map((each) => Uint8Array.from(each)),
      }),
    ],
    ['a block without a byte', matroska({ clusters: [cluster(0, element(0xa3))] })],
    ['laces beyond the end', matroska({ clusters: [cluster(0, simpleBlock(0, [255, 255, 255, 255], 0x02))] })],
    ['laces of less than nothing', matroska({ clusters: [cluster(0, simpleBlock(0, [2, 0xff, 0x80, 1], 0x06))] })],
    [
      'a track of nine bytes',
      matroska({ track: [element(0xd7, new Array(9).fill(1))], clusters: [cluster(0, ...one)] }),
    ],
    [
      'a size of 2^56',
      concat([
        element(0x1a45dfa3, text(0x4282, 'webm')),
        [0x18, 0x53, 0x80, 0x67, 1, 255, 255, 255, 255, 255, 255, 254],
      ]),
    ],
    ['nothing but the first byte of one', Uint8Array.from([0x1a, 0x45, 0xdf, 0xa3])],
  ])('end the reading: %s', async (_, bytes) => {
    expect((await quickly(sourceOf(bytes))).kind).toBeOneOf(['unread', 'not whole', 'video'])
  })

  it('end it where there are hundreds of thousands', async () => {
    const nothing = openElement(0x1f43b675)
    const clusters = [concat(new Array(3000).fill(nothing))]
    const body = Uint8Array.from(new Array(60).fill([...clusters[0]!]).flat())
    expect((await quickly(sourceOf(matroska({ open: true, clusters: [body] })))).kind).toBe('unread')
  })

  it('do not lead in circles', async () => {
    const place = (at: number) => element(0x4dbb, element(0x53ab, [0x11, 0x4d, 0x9b, 0x74]), number(0x53ac, at))
    const seek = element(0x114d9b74, ...[0, 0, 1, 2, 3].map(place))
    expect((await quickly(sourceOf(matroska({ clusters: [seek, cluster(0, ...one)] })))).kind).toBe('video')
  })
})

describe('a file without an end', () => {
  /** So many bytes as anybody asks for, of a file that is said to be as large as files can be. */
  function endless(head: Uint8Array, again: Uint8Array) {
    let bytes = 0
    return {
      size: () => 2 ** 52,
      bytes: () => bytes,
      async read(from: number, to: number) {
        if (to - from > 8 * 1024 * 1024) throw new Error('too much at once')
        bytes += to - from
        return Uint8Array.from({ length: to - from }, (_, i) => {
          const at = from + i
          return at < head.length ? head[at]! : again[(at - head.length) % again.length]!
        })
      },
    }
  }
  const bare = matroska({ open: true, clusters: [] })

  it.each([
    ['boxes', ftyp, box('free', new Array(32).fill(0))],
    ['an index', concat([ftyp, u32(1), [0x6d, 0x6f, 0x6f, 0x76], u64(2n ** 51n)]), box('trak', box('free'))],
    ['clusters', bare, cluster(0, simpleBlock(0, frame(0)))],
    ['elements', bare, element(0xec, new Array(20).fill(0))],
    ['zeros', ftyp, new Uint8Array(64)],
    ['text', new TextEncoder().encode('<html>'), new TextEncoder().encode('<p>')],
  ])('is left after a while: %s', async (_, head, again) => {
    const source = endless(head, again)
    expect((await quickly(source)).kind).not.toBe('video')
    expect(source.bytes()).toBeLessThan(MOST_BYTES)
  })
})

it('reads a file as what it is where its size is said to be another', async () => {
  const bytes = mp4()
  const source = { ...sourceOf(bytes), size: () => bytes.length + 50_000 }
  expect((await readMedia(source)).kind).toBe('video')
  expect((await readBytes(bytes)).kind).toBe('video')
})
