import { describe, expect, it } from 'vitest'
import { concat, factsOf, inShort, readBytes, toldOf } from '../source-for-tests.ts'
import { vp9Key } from '../streams/stream-for-tests.ts'
import { box, entryOf, mp4, SIZE, trak, u32, wideBox } from './mp4-for-tests.ts'

const plain = { pixels: '320x180', shown: '320x180', depth: 8, seconds: 0.5, frames: 12, fps: 24 }
const each = (count: number, ticks = 1000) => new Array<number>(count).fill(ticks)

describe('an MP4 file', () => {
  it('is read with its index at either end', async () => {
    expect(inShort(await factsOf(mp4()))).toEqual(plain)
    expect(inShort(await factsOf(mp4({ indexFirst: true })))).toEqual(plain)
  })

  it('is read with sizes and places of 64 bits', async () => {
    expect(inShort(await factsOf(mp4({ wide: true })))).toEqual(plain)
    expect(inShort(await factsOf(mp4({ wide: true, indexFirst: true })))).toEqual(plain)
  })

  it('is read where the media reach to the end without a size', async () => {
    const bytes = mp4({ indexFirst: true })
    const at = Buffer.from(bytes).indexOf('mdat') - 4
    bytes.set([0, 0, 0, 0], at)
    expect(inShort(await factsOf(bytes))).toEqual(plain)
  })

  it('is read past boxes that nobody knows, and without a cut one at its end', async () => {
    const made = mp4()
    const strange = [box('free', [1, 2, 3]), box('zyxw', each(70)), wideBox('uuid', each(30))]
    const shifted = mp4({ indexFirst: true })
    expect(inShort(await factsOf(concat([made, ...strange])))).toEqual(plain)
    expect(inShort(await factsOf(concat([shifted, u32(900), [0x66, 0x72, 0x65, 0x65, 0, 0]])))).toEqual(plain)
  })

  it('lets the samples decide where headers say something else', async () => {
    const facts = await factsOf(mp4({ mediaTicks: 240_000, movieTicks: 7000 }))
    expect(inShort(facts)).toEqual(plain)
    expect(toldOf(facts.seconds)).toMatchObject({ 'sum of the samples': 0.5, 'media header': 10, 'movie header': 7 })
  })

  it('lets the stream decide on the size', async () => {
    const facts = await factsOf(mp4({ entry: entryOf('vp09', { width: 1920, height: 1080 }) }))
    expect(inShort(facts)).toEqual(plain)
    expect(toldOf(facts.pixels)).toEqual({
      'sequence header in the stream': SIZE,
      'sample entry': { width: 1920, height: 1080 },
    })
  })

  it('begins where its first picture is shown, whatever B-frames delay', async () => {
    const shifts = each(12, 2000).map((shift, i) => shift + [0, 1000, -1000][i % 3]!)
    expect(inShort(await factsOf(mp4({ shifts })))).toEqual(plain)
    expect(inShort(await factsOf(mp4({ shifts: shifts.map((shift) => shift - 2000) })))).toEqual(plain)
    expect(inShort(await factsOf(mp4({ shifts, edits: [[500, 2000]] })))).toEqual(plain)
  })

  it('takes the usual interval where the last picture has none', async () => {
    expect(inShort(await factsOf(mp4({ ticks: [...each(11), 0] })))).toEqual(plain)
    expect(inShort(await factsOf(mp4({ ticks: [...each(11), 1] })))).toEqual(plain)
  })

  it('counts how long the last picture is held', async () => {
    expect(inShort(await factsOf(mp4({ ticks: [...each(11), 13_000] })))).toMatchObject({ seconds: 1, fps: 12 })
  })

  it('reads a single picture', async () => {
    expect(inShort(await factsOf(mp4({ ticks: [6000] })))).toEqual({ ...plain, seconds: 0.25, frames: 1, fps: 4 })
    const facts = await factsOf(mp4({ ticks: [0] }))
    expect(facts.seconds).toEqual({ unread: 'nothing says how long the pictures are shown' })
    expect(inShort(facts)).toMatchObject({ pixels: '320x180', frames: 1 })
  })

  it('says where the pace varies, and what is most common', async () => {
    const facts = await factsOf(mp4({ ticks: [...each(8), 3000, ...each(3)] }))
    expect(inShort(facts)).toMatchObject({ frames: 12, fps: 20.571, seconds: 0.583 })
    expect(facts.variable).toEqual({ commonFps: 24, share: 10 / 11 })
  })

  it('takes rounding to thousandths for no change of pace', async () => {
    const rounded = Array.from(
      { length: 24 },
      (_, i) => Math.round(((i + 1) * 1000) / 24) - Math.round((i * 1000) / 24),
    )
    const facts = await factsOf(mp4({ ticks: rounded, timescale: 1000 }))
    expect(facts.variable).toBeUndefined()
    expect(inShort(facts)).toMatchObject({ seconds: 1, fps: 24 })
  })

  it.each([
    [0, 0, '320x180'],
    [1, 90, '180x320'],
    [2, 180, '320x180'],
    [3, 270, '180x320'],
  ])('turned by %i quarters is told upright', async (quarters, rotation, pixels) => {
    const facts = await factsOf(mp4({ quarters }))
    expect(facts).toMatchObject({ rotation })
    expect(inShort(facts)).toMatchObject({ pixels, shown: pixels })
  })

  it('is shown as wide as the shape of its pixels makes it', async () => {
    expect(inShort(await factsOf(mp4({ aspect: [4, 3] })))).toMatchObject({ pixels: '320x180', shown: '427x180' })
    expect(inShort(await factsOf(mp4({ aspect: [4, 3], quarters: 1 })))).toMatchObject({ shown: '180x427' })
  })

  it('is shown as large as its stream wants, where the container says nothing', async () => {
    const pictures = [vp9Key(320, 180, { rendered: [640, 360] })]
    expect(inShort(await factsOf(mp4({ pictures, ticks: [1000] })))).toMatchObject({ shown: '640x360' })
  })

  it('reads the depth from the stream', async () => {
    const pictures = [vp9Key(320, 180, { profile: 2 })]
    const facts = await factsOf(mp4({ pictures, ticks: [1000] }))
    expect(toldOf(facts.depth)).toEqual({ 'sequence header in the stream': 10, 'codec configuration': 8 })
  })
})

describe('several tracks of an MP4 file', () => {
  const cover = trak({ ticks: [9_000_000], entry: entryOf('jpeg'), pictures: [vp9Key(64, 64)] }, 40)
  const off = trak({ ticks: each(99), pictures: each(99).map(() => vp9Key(64, 64)), enabled: false }, 40)
  const sound = trak({ ticks: [90_000], pictures: [vp9Key(64, 64)], handler: 'soun' }, 40)

  it('lead to the picture that is shown', async () => {
    const facts = await factsOf(mp4({ tracks: [cover, off, sound] }))
    expect(inShort(facts)).toEqual(plain)
    expect(facts.besides).toEqual(['a second picture', 'a second picture', 'sound'])
  })

  it('lead to the longest of those that could be shown', async () => {
    const longer = trak({ ticks: each(20), pictures: each(20).map(() => new Uint8Array([0x82])) }, 40)
    const reading = await factsOf(mp4({ tracks: [longer] })).catch((error: Error) => error.message)
    expect(reading).toContain('of 20')
  })
})

it('names a codec that is not read, and reads the rest', async () => {
  const facts = await factsOf(mp4({ entry: entryOf('apch') }))
  expect(facts).toMatchObject({ codec: 'apch', pixels: { unread: 'the codec apch is none that we read' } })
  expect(inShort(facts)).toMatchObject({ seconds: 0.5, frames: 12, fps: 24 })
})

it('does not look into encrypted pictures', async () => {
  const original = box('sinf', box('frma', [0x76, 0x70, 0x30, 0x39]))
  const pictures = each(12).map(() => new Uint8Array(20))
  const facts = await factsOf(mp4({ entry: entryOf('encv', SIZE, original), pictures }))
  expect(facts).toMatchObject({ codec: 'vp9', pixels: { unread: 'the pictures are encrypted' } })
  expect(inShort(facts)).toMatchObject({ frames: 12 })
})

it('says where an index is compressed', async () => {
  const bytes = concat([box('ftyp', u32(0x71742020)), box('moov', box('cmov', each(9)))])
  expect(await readBytes(bytes)).toMatchObject({ kind: 'unread', why: expect.stringContaining('compressed') })
})

it('knows QuickTime by its brand, or by having none', async () => {
  const bytes = mp4()
  expect(await factsOf(bytes)).toMatchObject({ container: 'mp4' })
  bytes.set([0x71, 0x74, 0x20, 0x20], 8)
  expect(await factsOf(bytes)).toMatchObject({ container: 'mov' })
  bytes.set([0x66, 0x72, 0x65, 0x65], 4)
  expect(await factsOf(bytes)).toMatchObject({ container: 'mov' })
})
