import { describe, expect, it } from 'vitest'
import { committed, readBytes } from './source-for-tests.ts'

const notWhole = (what: string) => ({ kind: 'not whole', what: expect.stringContaining(what) })

describe('a file that is not whole', () => {
  it.each([
    ['avc.mp4', 0.5, 'without an index (moov)'],
    ['avc.mp4', 0.9, 'the index (moov) is truncated'],
    ['avc-index-first.mp4', 0.9, 'pictures are beyond the end'],
    ['vp9.webm', 0.5, ''],
    ['vp9-live.webm', 0.95, ''],
    ['avc.mkv', 0.7, ''],
  ])('is %s up to %d of it', async (name, part, what) => {
    const bytes = committed(name)
    expect(await readBytes(bytes.subarray(0, bytes.length * part))).toMatchObject(notWhole(what))
  })

  it('is told with what is known nevertheless', async () => {
    const bytes = committed('avc-index-first.mp4')
    expect(await readBytes(bytes.subarray(0, -1))).toMatchObject({
      kind: 'not whole',
      facts: { frames: { value: 12 }, pixels: { value: { width: 64 } } },
    })
  })

  it.each(['avc.mp4', 'avc-fragments-sound.mp4'])('is %s with media of zeros', async (name) => {
    const bytes = committed(name)
    const at = Buffer.from(bytes).lastIndexOf('mdat') + 4
    const size = new DataView(bytes.buffer).getUint32(at - 8)
    expect(await readBytes(bytes.fill(0, at, at - 8 + size))).toMatchObject(notWhole('only zeros'))
  })

  it.each(['vp9.webm', 'avc-index-first.mp4'])('is %s with zeros at its end', async (name) => {
    const bytes = committed(name)
    expect(await readBytes(bytes.fill(0, bytes.length * 0.6))).toMatchObject({ kind: 'not whole' })
  })

  it('is one whose H.264 units do not add up', async () => {
    const bytes = committed('avc-index-first.mp4')
    bytes[Buffer.from(bytes).indexOf('mdat') + 4 + 1] = 9
    expect(await readBytes(bytes)).toMatchObject(notWhole('picture 1 of 12: the lengths of its units do not match'))
  })
})

it.each([
  ['mvhd', 24, 'movie header'],
  ['mdhd', 24, 'media header'],
])('samples decide where the %s of an MP4 file says another duration', async (type, at, by) => {
  const bytes = Buffer.from(committed('avc.mp4'))
  const field = bytes.indexOf(type) - 4 + at
  bytes.writeUInt32BE(bytes.readUInt32BE(field) * 20, field)
  const reading = await readBytes(new Uint8Array(bytes))
  expect(reading).toMatchObject({ kind: 'video', facts: { seconds: { value: 0.5 } } })
  const told = reading.kind === 'video' && 'told' in reading.facts.seconds && reading.facts.seconds.told
  expect(told).toContainEqual({ by, value: 10 })
})
