import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readBytes } from '../source-for-tests.ts'

const text = (value: string) => new TextEncoder().encode(value)
const bytes = (...values: (number | string)[]) =>
  Uint8Array.from(
    values.flatMap((each) => (typeof each === 'number' ? [each] : [...each].map((one) => one.charCodeAt(0)))),
  )
const padded = (start: Uint8Array, length = 1000) => Uint8Array.from({ length }, (_, i) => start[i] ?? (i * 37) % 251)
/** A GIF of one pixel, and so many pictures of it. */
const gif = (pictures: number) => {
  const picture = bytes(0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0)
  const shown = Array.from({ length: pictures }, () => [...bytes(0x21, 0xf9, 4, 0, 5, 0, 0, 0), ...picture]).flat()
  return Uint8Array.from([...bytes('GIF89a', 1, 0, 1, 0, 0x80, 0, 0), 0, 0, 0, 255, 255, 255, ...shown, 0x3b])
}
const pngChunk = (type: string, ...data: number[]) => [0, 0, 0, data.length, ...bytes(type), ...data, 1, 2, 3, 4]
const png = (...more: number[][]) =>
  Uint8Array.from([
    ...bytes(0x89, 'PNG\r\n\x1a\n'),
    ...pngChunk('IHDR', ...new Array(13).fill(1)),
    ...more.flat(),
    ...pngChunk('IDAT', 1),
  ])

describe('what is no video', () => {
  it.each<[string, Uint8Array, string]>([
    ['nothing', bytes(), '0 bytes'],
    ['HTML', text('\n<!-- a note -->\n<!DOCTYPE html><html><body>gone</body></html>'), 'an HTML page'],
    ['JSON', text('{"error": {"code": "not_found"}}'), 'JSON'],
    ['text', text('not here any more: schön'), 'plain text: "not here any more: schön"'],
    ['m3u8', text('#EXTM3U\n#EXT-X-VERSION:3\n'), 'a playlist (m3u8)'],
    ['PNG', png(), 'an image (PNG)'],
    ['JPEG', padded(bytes(0xff, 0xd8, 0xff, 0xe0)), 'an image (JPEG)'],
    ['GIF', gif(1), 'an image (GIF)'],
    ['MP3', padded(bytes('ID3', 4, 0, 0)), 'audio without video (MP3)'],
    ['ZIP', padded(bytes('PK\x03\x04')), 'an archive (ZIP)'],
    ['zeros', new Uint8Array(100_000), 'only zeros'],
  ])('is named: %s', async (_, content, what) => {
    expect(await readBytes(content)).toEqual({ kind: 'no video', what })
  })
})

describe('what may be a video, and is not read', () => {
  const packets = (length: number, ahead: number) =>
    Uint8Array.from({ length: 8 * length }, (_, i) => (i % length === ahead ? 0x47 : (i * 31) % 256))
  it.each<[string, Uint8Array, string]>([
    ['AVI', padded(bytes('RIFF', 0, 0, 0, 0, 'AVI LIST')), 'AVI'],
    ['MPEG-TS', packets(188, 0), 'MPEG transport stream'],
    ['FLV', padded(bytes('FLV', 1, 5, 0, 0, 0, 9)), 'FLV'],
    ['bare H.264', padded(bytes(0, 0, 0, 1, 0x67, 0x42)), 'without a container'],
    ['an animated GIF', gif(2), 'an animated GIF'],
    [
      'anything else',
      deflateRawSync(
        bytes('anything else').map((each, i) => each ^ (i * 89)),
        { level: 9 },
      ),
      'an unknown file format',
    ],
  ])('says why: %s', async (_, content, why) => {
    expect(await readBytes(content)).toEqual({ kind: 'unread', why: expect.stringContaining(why) })
  })
})
