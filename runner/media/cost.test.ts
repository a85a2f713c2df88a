import { describe, expect, it } from 'vitest'
import { element, frame, number, openElement } from './matroska/matroska-for-tests.ts'
import { box, entryOf, moov, u32 } from './mp4/mp4-for-tests.ts'
import { costOf, lengthOf, type Part, sourceOfParts } from './parts-for-tests.ts'
import { readMedia } from './read-media.ts'
import { concat, inShort, type Watched } from './source-for-tests.ts'
import { VP9_INTER, vp9Key } from './streams/stream-for-tests.ts'

const KB = 1024
/** A minute of 4k at 120 pictures a second, at 20 Mbit/s. */
const PICTURES = 7200
const BYTES = 20_833
const size = { width: 3840, height: 2160 }
const minute = { pixels: '3840x2160', shown: '3840x2160', depth: 8, seconds: 60, frames: PICTURES, fps: 120 }

const picture = (i: number): Part => ({ head: i % 120 === 0 ? vp9Key(3840, 2160) : VP9_INTER, length: BYTES })
const pictures = Array.from({ length: PICTURES }, (_, i) => picture(i))
const ftyp = box('ftyp', [0x69, 0x73, 0x6f, 0x6d], u32(0))
const mediaHeader = concat([u32(8 + PICTURES * BYTES), box('mdat').subarray(4)])

/** Sizes and shifts of each picture: what B-frames of varying size need. */
function index(at: number): Uint8Array {
  const ticks = new Array<number>(PICTURES).fill(200)
  const list = { length: BYTES } as Uint8Array
  const sizes = new Array<Uint8Array>(PICTURES).fill(list)
  return moov({ ticks, shifts: ticks.map(() => 400), pictures: sizes, entry: entryOf('vp09', size) }, at)
}

async function read(source: Watched) {
  const reading = await readMedia(source)
  if (reading.kind !== 'video') expect.fail(JSON.stringify(reading))
  return { facts: reading.facts, ...costOf(source) }
}

describe('a minute of 4k', () => {
  it('costs its index and some tens of kilobytes, with the index in front', async () => {
    const { length } = index(0)
    const parts = [ftyp, index(ftyp.length + length + 8), mediaHeader, ...pictures]
    const { facts, reads, bytes } = await read(sourceOfParts(parts))
    expect(inShort(facts)).toEqual(minute)
    expect(reads).toBeLessThanOrEqual(5)
    expect(bytes).toBeLessThan(length + 80 * KB)
  })

  it('costs no more with the index at its end', async () => {
    const last = index(ftyp.length + 8)
    const { facts, reads, bytes } = await read(sourceOfParts([ftyp, mediaHeader, ...pictures, last]))
    expect(inShort(facts)).toEqual(minute)
    expect(reads).toBeLessThanOrEqual(5)
    expect(bytes).toBeLessThan(last.length + 160 * KB)
  })

  const trex = box('mvex', box('trex', u32(0), u32(1), u32(1), u32(200), u32(0), u32(0)))
  const rows = Array.from({ length: 120 }, () => [...u32(BYTES), ...u32(400)]).flat()
  const run = (at: number) => box('trun', u32(0xa01), u32(120), u32(at), rows)
  const moof = (at: number) => box('moof', box('traf', box('tfhd', u32(0x20000), u32(1)), run(at)))
  const media = concat([u32(8 + 120 * BYTES), box('mdat').subarray(4)])
  const fragment: Part[] = [moof(moof(0).length + 8), media, ...pictures.slice(0, 120)]
  const empty = moov({ ticks: [], pictures: [], entry: entryOf('vp09', size), tracks: [trex] }, 0)
  const fragmented = [ftyp, empty, ...new Array<Part[]>(60).fill(fragment).flat()]

  it('costs a read for each fragment, where it has some', async () => {
    const { facts, reads, bytes } = await read(sourceOfParts(fragmented))
    expect(inShort(facts)).toEqual(minute)
    expect(reads).toBeLessThanOrEqual(65)
    expect(bytes).toBeLessThan(60 * 8 * KB + 160 * KB)
  })

  it('is known in part where not all reads can be had', async () => {
    const within = (most: number) => readMedia(sourceOfParts(fragmented, most))
    expect(await within(1)).toMatchObject({ kind: 'video', facts: { pixels: { value: size } } })
    for (const most of [1, 20, 59]) {
      const reading = await within(most)
      expect(reading).toMatchObject({ kind: 'video', facts: { seconds: { unread: `no more than ${most} reads` } } })
    }
    const whole = [ftyp, index(ftyp.length + index(0).length + 8), mediaHeader, ...pictures]
    const counted = await readMedia(sourceOfParts(whole, 2))
    if (counted.kind !== 'video') expect.fail(JSON.stringify(counted))
    expect(inShort(counted.facts)).toEqual(minute)
    const behind = [ftyp, mediaHeader, ...pictures, index(ftyp.length + 8)]
    expect(await readMedia(sourceOfParts(behind, 1))).toEqual({ kind: 'unread', why: 'no more than 1 reads' })
  })

  const info = element(0x1549a966, number(0x2ad7b1, 1_000_000))
  const video = element(0xe0, number(0xb0, 3840), number(0xba, 2160))
  const codec = element(
    0x86,
    [...'V_VP9'].map((letter) => letter.charCodeAt(0)),
  )
  const track = element(
    0x1654ae6b,
    element(0xae, number(0xd7, 1), number(0x83, 1), codec, video, number(0x23e383, 8_333_333)),
  )
  const lengthOfAll = (parts: Part[]) => parts.reduce((sum, part) => sum + lengthOf(part), 0)
  const second = (from: number, open: boolean): Part[] => {
    const blocks = Array.from({ length: 120 }, (_, i): Part[] => {
      const time = Math.round(((from * 120 + i) * 1000) / 120) - from * 1000
      const head = concat([[0xa3, ...u32(0x10000000 | (BYTES + 4)), 0x81, time >> 8, time & 255, 0]])
      const first = i === 0 ? vp9Key(3840, 2160) : frame(i)
      return [head, { head: first, length: BYTES }]
    }).flat()
    const time = number(0xe7, from * 1000)
    const size = u32(0x10000000 | (lengthOfAll(blocks) + time.length))
    return [open ? openElement(0x1f43b675) : concat([[0x1f, 0x43, 0xb6, 0x75], size]), time, ...blocks]
  }
  const large = { ...minute, frames: expect.stringMatching(/^unread: the file lists no pictures/) }

  it('costs some hundreds of kilobytes as WebM, in which nothing lists the pictures', async () => {
    const clusters = Array.from({ length: 60 }, (_, from) => second(from, false))
    // Places count from the first byte in the segment, which the seek head takes.
    const seek = (place: number) =>
      element(0x114d9b74, element(0x4dbb, element(0x53ab, [0x1c, 0x53, 0xbb, 0x6b]), number(0x53ac, place)))
    let at = seek(0).length + info.length + track.length
    const points = clusters.map((parts, i) => {
      const point = element(0xbb, number(0xb3, i * 1000), element(0xb7, number(0xf7, 1), number(0xf1, at)))
      at += lengthOfAll(parts)
      return point
    })
    const parts: Part[] = [seek(at), info, track, ...clusters.flat(), element(0x1c53bb6b, ...points)]
    const segment = concat([[0x18, 0x53, 0x80, 0x67, 0x01, 0, 0, 0], u32(lengthOfAll(parts))])
    const ebml = element(0x1a45dfa3, element(0x4282, [0x77, 0x65, 0x62, 0x6d]))
    const { facts, reads, bytes } = await read(sourceOfParts([ebml, segment, ...parts]))
    expect(inShort(facts)).toEqual(large)
    expect(reads).toBeLessThanOrEqual(7)
    expect(bytes).toBeLessThan(400 * KB)
  })
})
