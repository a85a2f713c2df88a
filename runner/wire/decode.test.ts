import * as zlib from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodeBody } from './decode.ts'

const MOST = 100_000
const text = '{"status":"queued","note":"ü東🎬"}'
const bytes = Buffer.from(text)
const decode = (data: Buffer, { type = '', encoding = '', most = MOST } = {}) => decodeBody(data, type, encoding, most)

describe('a body', () => {
  it.each<[string, Buffer]>([
    ['', bytes],
    ['identity', bytes],
    ['gzip', zlib.gzipSync(bytes)],
    ['GZIP', zlib.gzipSync(bytes)],
    ['x-gzip', zlib.gzipSync(bytes)],
    ['deflate', zlib.deflateSync(bytes)],
    ['deflate', zlib.deflateRawSync(bytes)],
    ['br', zlib.brotliCompressSync(bytes)],
    ['zstd', zlib.zstdCompressSync(bytes)],
    ['gzip, br', zlib.brotliCompressSync(zlib.gzipSync(bytes))],
    [' , gzip ,', zlib.gzipSync(bytes)],
  ])('is unpacked from %j', async (encoding, data) => {
    expect(await decode(data, { encoding })).toEqual({ text })
  })

  it.each<[string, Buffer]>([
    ['text/plain; charset=ISO-8859-1', Buffer.from('grün', 'latin1')],
    ['application/json; charset="utf-8"', Buffer.from('grün')],
    ['application/json; charset=utf8mb4', Buffer.from('grün')],
    ['text/html; Charset=UTF-16LE', Buffer.from('grün', 'utf16le')],
    ['', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('grün', 'utf16le')])],
    ['text/plain; charset=utf-8', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from('grün', 'utf16le').swap16()])],
  ])('is read in the charset of %j', async (type, data) => {
    expect(await decode(data, { type })).toEqual({ text: 'grün' })
  })

  it('may be empty, whatever is said about its packing', async () => {
    expect(await decode(Buffer.alloc(0), { encoding: 'gzip' })).toEqual({ text: '' })
  })

  it.each<[string, Buffer, { type?: string; encoding?: string }, RegExp]>([
    ['packed in a way that nobody knows', bytes, { encoding: 'rot13' }, /rot13 is not known here/],
    ['said to be packed though it is not', bytes, { encoding: 'gzip' }, /gzip body cannot be unpacked/],
    [
      'not text of its charset',
      Buffer.from([0x7b, 0xff, 0x7d]),
      { type: 'application/json' },
      /not text in the charset utf-8/,
    ],
  ])('is garbled where it is %s', async (_, data, headers, why) => {
    const { text: shown, garbled } = await decode(data, headers)
    expect(garbled).toMatch(why)
    expect(shown).not.toBe('')
  })

  it('is never unpacked beyond the bound', async () => {
    const bomb = zlib.gzipSync(Buffer.alloc(50_000_000))
    expect(await decode(bomb, { encoding: 'gzip' })).toMatchObject({
      garbled: expect.stringContaining('cannot be unpacked'),
    })
  })

  it('is read as far as it came where its packing was cut off', async () => {
    const half = zlib.gzipSync(Buffer.from('queued '.repeat(5000))).subarray(0, -12)
    expect((await decode(half, { encoding: 'gzip' })).text).toContain('queued queued')
  })
})
