import { deflateRawSync, gzipSync } from 'node:zlib'
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
    ['nothing', bytes(), 'nothing: 0 bytes'],
    ['HTML', text('\n<!-- a note -->\n<!DOCTYPE html><html><body>gone</body></html>'), 'an HTML page'],
    ['a bit of HTML', text('<h1>404</h1>'), 'an HTML page'],
    ['XHTML', text('<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"></html>'), 'an HTML page'],
    ['JSON', text('{"error": {"code": "not_found"}}'), 'JSON'],
    ['the beginning of JSON', text(`[{"a": "${'x'.repeat(9000)}"}]`), 'JSON'],
    ['null', text('null\n'), 'JSON'],
    ['XML', text('<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'), 'XML'],
    ['text', text('not here any more: schön'), 'plain text: "not here any more: schön"'],
    [
      'wide text',
      Uint8Array.from([0xff, 0xfe, ...[...'hello'].flatMap((each) => [each.charCodeAt(0), 0])]),
      'plain text: "hello"',
    ],
    ['blank text', text(' \n'), 'blank text'],
    ['m3u8', text('#EXTM3U\n#EXT-X-VERSION:3\n'), 'a playlist (m3u8)'],
    ['MPD', text('<?xml version="1.0"?>\n<MPD xmlns="urn:mpeg:dash:schema:mpd:2011">'), 'a playlist (MPD)'],
    ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a picture (SVG)'],
    ['PNG', png(), 'a picture (PNG)'],
    ['JPEG', padded(bytes(0xff, 0xd8, 0xff, 0xe0)), 'a picture (JPEG)'],
    ['GIF', gif(1), 'a picture (GIF)'],
    ['WebP', padded(bytes('RIFF', 0, 0, 0, 0, 'WEBPVP8 ')), 'a picture (WebP)'],
    ['AVIF', padded(bytes(0, 0, 0, 28, 'ftypavif')), 'a picture (AVIF)'],
    ['WAV', padded(bytes('RIFF', 0, 0, 0, 0, 'WAVEfmt ')), 'sound without a picture (WAV)'],
    ['MP3', padded(bytes('ID3', 4, 0, 0)), 'sound without a picture (MP3)'],
    ['MP3 without tags', padded(bytes(0xff, 0xfb, 0x90, 0x64)), 'sound without a picture (MP3, AAC)'],
    ['AAC', padded(bytes(0xff, 0xf1, 0x50, 0x80)), 'sound without a picture (MP3, AAC)'],
    ['Ogg', padded(bytes('OggS', 0, 2, 0, 0, '\x01vorbis')), 'sound without a picture (Ogg)'],
    ['ZIP', padded(bytes('PK\x03\x04')), 'an archive (ZIP)'],
    ['gzip', gzipSync('a video, perhaps'), 'an archive (gzip)'],
    ['PDF', padded(text('%PDF-1.7\n')), 'a PDF file'],
    ['zeros', new Uint8Array(100_000), 'nothing but zeros'],
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
    ['M2TS', packets(192, 4), 'MPEG transport stream'],
    ['MPEG-PS', padded(bytes(0, 0, 1, 0xba, 0x44)), 'MPEG program stream'],
    ['FLV', padded(bytes('FLV', 1, 5, 0, 0, 0, 9)), 'FLV'],
    ['Theora', padded(bytes('OggS', 0, 2, 0, 0, 0x80, 'theora')), 'Ogg'],
    ['ASF', padded(bytes(0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11)), 'ASF'],
    ['bare H.264', padded(bytes(0, 0, 0, 1, 0x67, 0x42)), 'without a container'],
    ['an animated GIF', gif(2), 'an animated GIF'],
    ['an animated WebP', padded(bytes('RIFF', 0, 0, 0, 0, 'WEBPVP8X', 10, 0, 0, 0, 2)), 'an animated WebP'],
    ['an animated PNG', png(pngChunk('acTL', 0, 0, 0, 2, 0, 0, 0, 0)), 'an animated PNG'],
    ['an animated AVIF', padded(bytes(0, 0, 0, 28, 'ftypavis')), 'a sequence of pictures'],
    [
      'anything else',
      deflateRawSync(
        bytes('anything else').map((each, i) => each ^ (i * 89)),
        { level: 9 },
      ),
      'do not know',
    ],
  ])('says why: %s', async (_, content, why) => {
    expect(await readBytes(content)).toEqual({ kind: 'unread', why: expect.stringContaining(why) })
  })
})
