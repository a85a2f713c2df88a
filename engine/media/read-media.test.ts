import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { LIMITS } from '../config/limits.ts'
import { OutOfReach } from './facts.ts'
import { readMedia } from './read-media.ts'
import { committed, factsOf, inShort, readBytes, sourceOf } from './source-for-tests.ts'

const half = { seconds: 0.5, frames: 12, fps: 24 }
// Matroska has timestamps in milliseconds: the last picture begins a third of one early.
const nearlyHalf = { seconds: 0.5, frames: 12, fps: 24.016 }
const small = { pixels: '64x48', shown: '64x48', depth: 8 }
const odd = { pixels: '66x50', shown: '66x50', depth: 10 }

describe('the reader of video files', () => {
  it.each([
    ['avc.mp4', 'mp4', 'avc', { ...small, ...half }],
    ['avc-index-first.mp4', 'mp4', 'avc', { ...small, ...half }],
    ['avc-fragments-sound.mp4', 'mp4', 'avc', { ...small, ...half }],
    ['avc.mkv', 'matroska', 'avc', { ...small, ...nearlyHalf }],
    ['hevc-10.mov', 'mov', 'hevc', { ...odd, shown: '88x50', seconds: 0.2, frames: 12, fps: 60 }],
    ['vp9.webm', 'webm', 'vp9', { ...small, ...nearlyHalf }],
    ['vp9-live.webm', 'webm', 'vp9', { ...small, ...nearlyHalf }],
    ['av1-10.mp4', 'mp4', 'av1', { ...odd, ...half }],
    ['av1-10.webm', 'webm', 'av1', { ...odd, ...nearlyHalf }],
  ])('reads %s', async (name, container, codec, expected) => {
    const facts = await factsOf(committed(name))
    expect(facts).toMatchObject({ container, codec, rotation: 0 })
    expect(facts.variable).toBeUndefined()
    expect(inShort(facts)).toEqual(expected)
  })

  it('prefers the samples to the movie header, and lists both', async () => {
    const bytes = Buffer.from(committed('avc.mp4'))
    bytes.writeUInt32BE(bytes.readUInt32BE(bytes.indexOf('mvhd') + 20) * 20, bytes.indexOf('mvhd') + 20)
    expect((await factsOf(new Uint8Array(bytes))).seconds).toEqual({
      value: 0.5,
      told: [
        { by: 'samples with edit list', value: 0.5 },
        { by: 'header', value: 10 },
      ],
    })
  })

  it('reads files of unknown size', async () => {
    for (const name of ['avc.mp4', 'vp9.webm', 'vp9-live.webm']) {
      const bytes = committed(name)
      expect(await readMedia({ ...sourceOf(bytes), size: () => undefined })).toEqual(await readBytes(bytes))
    }
  })

  it.each(['vp9.webm', 'vp9-live.webm', 'avc-index-first.mp4'])('reads %s with other bytes after it', async (name) => {
    const file = committed(name)
    for (const more of [new Uint8Array(50), text('<!-- served in 12 ms -->')])
      expect(await readBytes(Buffer.concat([file, more]))).toEqual(await readBytes(file))
  })

  it('does not throw if the source does', async () => {
    const broken = { size: () => 10, read: () => Promise.reject(new TypeError('a fault of the source')) }
    expect(await readMedia(broken)).toEqual({ kind: 'unread', why: 'a fault of the source' })
    const late = { size: () => 10, read: () => Promise.reject(new OutOfReach('the run is over')) }
    expect(await readMedia(late)).toEqual({ kind: 'unread', why: 'the run is over' })
  })

  it.each(['avc-index-first.mp4', 'vp9.webm'])('reads %s in one request', async (name) => {
    const source = sourceOf(committed(name))
    const read = vi.spyOn(source, 'read')
    await readMedia(source)
    expect(read).toHaveBeenCalledTimes(1)
  })
})

const notWhole = (what: string) => ({ kind: 'not whole', what: expect.stringContaining(what) })

describe('an incomplete file', () => {
  it.each([
    ['avc.mp4', 0.5, 'without an index (moov)'],
    ['avc.mp4', 0.9, 'the index (moov) is truncated'],
    ['avc-index-first.mp4', 0.9, 'picture 7 of 12 is beyond the end'],
    ['avc-fragments-sound.mp4', 0.5, 'beyond the end'],
    ['vp9.webm', 0.5, 'the segment ends at'],
    ['vp9-live.webm', 0.95, 'the last block ends at'],
    ['avc.mkv', 0.7, 'the segment ends at'],
  ])('is not whole: %s up to %d', async (name, part, what) => {
    const bytes = committed(name)
    expect(await readBytes(bytes.subarray(0, bytes.length * part))).toMatchObject(notWhole(what))
  })

  it('keeps the facts that are known', async () => {
    const bytes = committed('avc-index-first.mp4')
    expect(await readBytes(bytes.subarray(0, -1))).toMatchObject({
      kind: 'not whole',
      facts: { frames: { value: 12 }, pixels: { value: { width: 64 } } },
    })
  })

  it.each(['avc.mp4', 'avc-fragments-sound.mp4'])('is not whole: %s with zeros as media', async (name) => {
    const bytes = committed(name)
    const at = Buffer.from(bytes).lastIndexOf('mdat') + 4
    const size = new DataView(bytes.buffer).getUint32(at - 8)
    expect(await readBytes(bytes.fill(0, at, at - 8 + size))).toMatchObject(notWhole('only zeros'))
  })

  it.each(['vp9.webm', 'avc-index-first.mp4'])('is not whole: %s with zeros at its end', async (name) => {
    const bytes = committed(name)
    expect(await readBytes(bytes.fill(0, bytes.length * 0.6))).toMatchObject({ kind: 'not whole' })
  })

  it('is not whole: H.264 with NAL units that do not add up', async () => {
    const bytes = committed('avc-index-first.mp4')
    bytes[Buffer.from(bytes).indexOf('mdat') + 4 + 1] = 9
    expect(await readBytes(bytes)).toMatchObject(notWhole('picture 1 of 12: the lengths of its units do not match'))
  })

  it.each([
    ['a warning', 'Warning: cache is full in /srv/get.php on line 12\n'],
    ['a byte order mark', '\ufeff'],
    ['a multipart header', '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n'],
  ])('is not whole: a video behind %s', async (_, before) => {
    for (const name of ['avc.mp4', 'vp9.webm'])
      expect(await readBytes(Buffer.concat([Buffer.from(before), committed(name)]))).toMatchObject({
        kind: 'not whole',
        what: expect.stringMatching(/^a video \((MP4|WebM)\) that begins only after \d+ other bytes$/),
      })
  })
})

const text = (value: string) => new TextEncoder().encode(value)
const bytes = (...values: (number | string)[]) =>
  Uint8Array.from(
    values.flatMap((each) => (typeof each === 'number' ? [each] : [...each].map((one) => one.charCodeAt(0)))),
  )
const padded = (start: Uint8Array, length = 1000) => Uint8Array.from({ length }, (_, i) => start[i] ?? (i * 37) % 251)

function gif(pictures: number): Uint8Array {
  const picture = bytes(0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0)
  const shown = Array.from({ length: pictures }, () => [...bytes(0x21, 0xf9, 4, 0, 5, 0, 0, 0), ...picture]).flat()
  return Uint8Array.from([...bytes('GIF89a', 1, 0, 1, 0, 0x80, 0, 0), 0, 0, 0, 255, 255, 255, ...shown, 0x3b])
}

const packets = (length: number) =>
  Uint8Array.from({ length: 8 * length }, (_, i) => (i % length === 0 ? 0x47 : (i * 31) % 256))
const noise = deflateRawSync(
  bytes('anything else').map((each, i) => each ^ (i * 89)),
  { level: 9 },
)

describe('another kind of file', () => {
  it.each<[string, Uint8Array]>([
    ['0 bytes', bytes()],
    ['an HTML page', text('\n<!-- a note -->\n<!DOCTYPE html><html><body>gone</body></html>')],
    ['JSON', text('{"error": {"code": "not_found"}}')],
    ['plain text: "not here any more: schön"', text('not here any more: schön')],
    ['a playlist (m3u8)', text('#EXTM3U\n#EXT-X-VERSION:3\n')],
    ['an image (PNG)', padded(bytes(0x89, 'PNG\r\n\x1a\n', 0, 0, 0, 1, 'IDAT'))],
    ['an image (JPEG)', padded(bytes(0xff, 0xd8, 0xff, 0xe0))],
    ['an image (GIF)', gif(1)],
    ['audio without video (MP3)', padded(bytes('ID3', 4, 0, 0))],
    ['audio without video', committed('sound.mp4')],
    ['an archive (ZIP)', padded(bytes('PK\x03\x04'))],
    ['only zeros', new Uint8Array(100_000)],
  ])('is no video: %s', async (what, content) => {
    expect(await readBytes(content)).toEqual({ kind: 'no video', what })
  })

  it.each<[string, Uint8Array]>([
    ['AVI', padded(bytes('RIFF', 0, 0, 0, 0, 'AVI LIST'))],
    ['MPEG transport stream', packets(188)],
    ['FLV', padded(bytes('FLV', 1, 5, 0, 0, 0, 9))],
    ['without a container', padded(bytes(0, 0, 0, 1, 0x67, 0x42))],
    ['an animated GIF', gif(2)],
    ['an unknown file format', noise],
  ])('is unread: %s', async (why, content) => {
    expect(await readBytes(content)).toEqual({ kind: 'unread', why: expect.stringContaining(why) })
  })
})

const box = (type: string, size = 8) => {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32BE(size)
  bytes.write(type, 4, 'latin1')
  return bytes
}

/** A file whose table claims billions of entries. */
function claiming(table: string): Uint8Array {
  const bytes = Buffer.from(committed('avc.mp4'))
  bytes.writeUInt32BE(0xffff_ffff, bytes.indexOf(table) + (table === 'stsz' ? 12 : 8))
  return new Uint8Array(bytes)
}

describe('a hostile file', () => {
  it.each(['stsz', 'stts', 'stsc', 'stco'])('is unread: billions of entries in %s', async (table) => {
    expect(await readBytes(claiming(table))).toMatchObject({ facts: { frames: { unread: expect.any(String) } } })
  })

  it('is unread: hundreds of thousands of boxes', async () => {
    const many = Buffer.concat([committed('avc.mp4').subarray(0, 32), Buffer.alloc(800_000, box('free'))])
    expect(await readBytes(many)).toEqual({ kind: 'unread', why: expect.stringMatching(/^more than \d+ boxes$/) })
  })

  it('is unread: boxes within each other', async () => {
    const nested = Buffer.concat([committed('avc.mp4').subarray(0, 32), Buffer.alloc(8000, box('moov', 0))])
    expect(['unread', 'not whole']).toContain((await readBytes(nested)).kind)
  })

  it.each([
    ['boxes', committed('avc.mp4').subarray(0, 32), box('free')],
    ['zeros', committed('vp9.webm').subarray(0, 40), Buffer.alloc(64)],
    ['text', Buffer.from('<html>'), Buffer.from('<p>')],
  ])('is read within the limit: endless %s', async (_, head, again) => {
    let read = 0
    const reading = await readMedia({
      size: () => 2 ** 52,
      async read(from, to) {
        read += to - from
        return Uint8Array.from({ length: to - from }, (_, i) => {
          const at = from + i
          return at < head.length ? head[at]! : again[(at - head.length) % again.length]!
        })
      },
    })
    expect(reading.kind).not.toBe('video')
    expect(read).toBeLessThanOrEqual(LIMITS.readBytes)
  })

  const files = ['avc.mp4', 'avc-index-first.mp4', 'avc-fragments-sound.mp4', 'avc.mkv', 'hevc-10.mov', 'vp9.webm']
  const all = [...files, 'vp9-live.webm', 'av1-10.mp4', 'av1-10.webm', 'sound.mp4'].map(committed)
  const someBytes = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 8 }),
    fc
      .constantFrom([255], [0], [0x7f], [0x80], [255, 255, 255, 255], [0, 0, 0, 0], [0x7f, 255, 255, 255], [0, 0, 0, 1])
      .map((bytes) => Uint8Array.from(bytes)),
  )
  const change = fc.record({
    at: fc.nat({ max: 10_000 }),
    bytes: someBytes,
    take: fc.constantFrom('over', 'over', 'over', 'in', 'out'),
  })

  it('has plausible facts or a reason, whatever bytes are changed', async () => {
    const changes = fc.array(change, { minLength: 1, maxLength: 5 })
    const kept = fc.oneof(
      { weight: 4, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
    )
    const property = fc.asyncProperty(fc.constantFrom(...all), changes, kept, async (file, changes, kept) => {
      let bytes = file
      for (const each of changes) {
        const at = each.at % bytes.length
        const end = at + (each.take === 'in' ? 0 : each.bytes.length)
        bytes = Uint8Array.from([
          ...bytes.subarray(0, at),
          ...(each.take === 'out' ? [] : each.bytes),
          ...bytes.subarray(end),
        ])
      }
      const reading = await readBytes(bytes.subarray(0, Math.ceil(bytes.length * kept)))
      const numbers = JSON.stringify(reading).match(/"(?:value|width|height|commonFps)":(?!\{)[^,}]+/g) ?? []
      expect(numbers.filter((each) => !/:\d[\d.e-]*$/.test(each))).toEqual([])
    })
    await fc.assert(property, { numRuns: 200, seed: 20_261_123 })
  })
})
