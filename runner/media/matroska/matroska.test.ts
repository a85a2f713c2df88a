import { describe, expect, it } from 'vitest'
import { concat, factsOf, inShort, readBytes, toldOf } from '../source-for-tests.ts'
import { vp9Key } from '../streams/stream-for-tests.ts'
import {
  cluster,
  element,
  float,
  frame,
  matroska,
  number,
  openElement,
  simpleBlock,
  text,
} from './matroska-for-tests.ts'

const plain = { pixels: '320x180', shown: '320x180', depth: 8, seconds: 0.48, frames: 12, fps: 25 }

describe('a WebM file', () => {
  it('is read by its blocks', async () => {
    const facts = await factsOf(matroska({ info: [float(0x4489, 9000)] }))
    expect(facts).toMatchObject({ container: 'webm', codec: 'vp9' })
    expect(inShort(facts)).toEqual(plain)
    expect(toldOf(facts.seconds)).toEqual({ 'sum of the blocks': 0.48, 'Segment Duration': 9 })
  })

  it('is read where nothing says its size, nor that of its clusters', async () => {
    const blocks = (from: number) => [0, 1, 2, 3, 4, 5].map((i) => simpleBlock(40 * i, frame(from + i)))
    const clusters = [0, 6].map((from) => openElement(0x1f43b675, number(0xe7, from * 40), ...blocks(from)))
    expect(inShort(await factsOf(matroska({ open: true, clusters })))).toEqual(plain)
  })

  it('takes the last interval from the track, the block, or what is usual', async () => {
    expect(inShort(await factsOf(matroska({ track: [number(0x23e383, 40_000_000)] })))).toEqual(plain)
    const group = element(0xa0, element(0xa1, [0x81, 0, 80, 0], frame(2)), number(0x9b, 400))
    const held = cluster(0, simpleBlock(0, frame(0)), simpleBlock(40, frame(1)), group)
    expect(inShort(await factsOf(matroska({ clusters: [held] })))).toMatchObject({ seconds: 0.48, frames: 3 })
  })

  it('reads a single picture by what its track says', async () => {
    const clusters = [cluster(5000, simpleBlock(0, frame(0)))]
    const said = await factsOf(matroska({ clusters, track: [number(0x23e383, 40_000_000)] }))
    expect(inShort(said)).toMatchObject({ seconds: 0.04, frames: 1, fps: 25 })
    const unsaid = await factsOf(matroska({ clusters }))
    expect(unsaid.seconds).toHaveProperty('unread')
    expect(inShort(unsaid)).toMatchObject({ frames: 1 })
  })

  it('does not count hidden blocks, nor those of other tracks', async () => {
    const blocks = [simpleBlock(0, frame(0)), simpleBlock(40, frame(1), 0x08), simpleBlock(40, frame(2))]
    const sound = element(0xae, number(0xd7, 2), number(0x83, 2), text(0x86, 'A_OPUS'))
    const clusters = [cluster(0, ...blocks, simpleBlock(999, [1, 2, 3], 0, 2))]
    const facts = await factsOf(matroska({ clusters, tracks: [sound] }))
    expect(inShort(facts)).toMatchObject({ seconds: 0.08, frames: 2 })
    expect(facts.besides).toEqual(['sound'])
  })

  const [one, two, three] = [frame(0), frame(1), frame(2)] as [Uint8Array, Uint8Array, Uint8Array]
  it.each([
    ['Xiph', 0x02, [2, one.length, two.length]],
    ['EBML', 0x06, [2, 0x80 | one.length, 0x80 | (two.length - one.length + 63)]],
  ])('takes blocks apart that are laced (%s)', async (_, flags, lengths) => {
    const laced = simpleBlock(0, concat([lengths, one, two, three]), flags)
    const facts = await factsOf(matroska({ clusters: [cluster(0, laced)], track: [number(0x23e383, 40_000_000)] }))
    expect(inShort(facts)).toEqual({ ...plain, seconds: 0.12, frames: 3 })
  })

  it('takes blocks apart that are laced in equal parts', async () => {
    const laced = simpleBlock(0, concat([[1], one, one]), 0x04)
    const facts = await factsOf(matroska({ clusters: [cluster(0, laced)], track: [number(0x23e383, 40_000_000)] }))
    expect(inShort(facts)).toEqual({ ...plain, seconds: 0.08, frames: 2 })
  })

  it('is shown as large as it says, in pixels or by its shape, without what is cropped', async () => {
    const display = (width: number, height: number) => [number(0x54b0, width), number(0x54ba, height)]
    expect(inShort(await factsOf(matroska({ video: display(640, 300) })))).toMatchObject({ shown: '640x300' })
    const shape = await factsOf(matroska({ video: [...display(4, 3), number(0x54b2, 3)] }))
    expect(inShort(shape)).toMatchObject({ pixels: '320x180', shown: '240x180' })
    const cropped = await factsOf(matroska({ video: [...display(2, 1), number(0x54b2, 3), number(0x54aa, 20)] }))
    expect(inShort(cropped)).toMatchObject({ pixels: '320x180', shown: '320x160' })
  })

  it('is turned as its projection says', async () => {
    const turned = (roll: number) => matroska({ video: [element(0x7670, float(0x7675, roll))] })
    expect(inShort(await factsOf(turned(-90)))).toMatchObject({ pixels: '180x320' })
    expect(await factsOf(turned(-90))).toMatchObject({ rotation: 90 })
    expect(await factsOf(turned(90))).toMatchObject({ rotation: 270 })
  })

  it('tells of the depth that its track claims', async () => {
    const facts = await factsOf(matroska({ video: [element(0x55b0, number(0x55b2, 10))] }))
    expect(toldOf(facts.depth)).toEqual({ 'sequence header in the stream': 8, 'bits per channel': 10 })
  })

  it('puts back what was stripped from each block', async () => {
    const key = vp9Key(320, 180)
    const settings = element(0x5034, number(0x4254, 3), element(0x4255, key.subarray(0, 3)))
    const track = [element(0x6d80, element(0x6240, settings))]
    const clusters = [cluster(0, simpleBlock(0, key.subarray(3)), simpleBlock(40, key.subarray(3)))]
    expect(inShort(await factsOf(matroska({ track, clusters })))).toMatchObject({ pixels: '320x180', frames: 2 })
  })

  it('says what it does not look into', async () => {
    const encrypted = [element(0x6d80, element(0x6240, element(0x5035)))]
    expect(await factsOf(matroska({ track: encrypted }))).toMatchObject({
      pixels: { unread: 'the pictures are encrypted' },
    })
    const other = await factsOf(matroska({ codec: 'V_THEORA' }))
    expect(other).toMatchObject({ codec: 'V_THEORA', depth: { unread: 'the codec V_THEORA is none that we read' } })
    expect(inShort(other)).toMatchObject({ frames: 12 })
  })
})

describe('what is no whole WebM file', () => {
  it.each([
    ['a cut segment', (whole: Uint8Array) => whole.subarray(0, -1), /^the segment has \d+ bytes/],
    ['nothing but a header', (whole: Uint8Array) => whole.subarray(0, 20), /no segment/],
  ])('is %s', async (_, change, what) => {
    expect(await readBytes(change(matroska()))).toMatchObject({ kind: 'not whole', what: expect.stringMatching(what) })
  })

  it('is a live file whose last block is cut', async () => {
    const live = matroska({ open: true })
    expect(await readBytes(live)).toMatchObject({ kind: 'video' })
    expect(await readBytes(live.subarray(0, -2))).toMatchObject({ kind: 'not whole' })
  })

  it('is one with zeros where its pictures belong', async () => {
    const bytes = matroska()
    bytes.fill(0, bytes.length - 60)
    const reading = await readBytes(bytes)
    expect(reading).toMatchObject({ kind: 'not whole', what: expect.stringContaining('zeros') })
  })

  it('is one without a cluster, without a picture, or without tracks', async () => {
    expect(await readBytes(matroska({ clusters: [] }))).toMatchObject({
      what: expect.stringContaining('without a cluster'),
    })
    expect(await readBytes(matroska({ clusters: [cluster(0)] }))).toMatchObject({ what: 'clusters without a picture' })
    const bytes = concat([element(0x1a45dfa3, text(0x4282, 'webm')), element(0x18538067, cluster(0))])
    expect(await readBytes(bytes)).toEqual({ kind: 'not whole', what: 'a segment that lists no tracks' })
  })
})

it('calls a document of EBML unread that is no Matroska', async () => {
  expect(await readBytes(matroska({ docType: 'other' }))).toMatchObject({ kind: 'unread' })
})
