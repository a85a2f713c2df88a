import * as zlib from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import { decodeBody, unpacked } from './decode.ts'

const MOST = 100_000
const text = '{"status":"queued","note":"ü東🎬"}'
const bytes = Buffer.from(text)
const decode = (data: Buffer, { type = '', encoding = '', most = MOST } = {}) =>
  decodeBody(data, type, encoding, { most })

describe('a body', () => {
  it.each<[string, Buffer]>([
    ['', bytes],
    ['gzip', zlib.gzipSync(bytes)],
    ['deflate', zlib.deflateSync(bytes)],
    ['deflate', zlib.deflateRawSync(bytes)],
    ['br', zlib.brotliCompressSync(bytes)],
    ['zstd', zlib.zstdCompressSync(bytes)],
    ['gzip, br', zlib.brotliCompressSync(zlib.gzipSync(bytes))],
  ])('is unpacked from %j', async (encoding, data) => {
    expect(await decode(data, { encoding })).toEqual({ text })
  })

  it.each<[string, Buffer]>([
    ['text/plain; charset=ISO-8859-1', Buffer.from('grün', 'latin1')],
    ['application/json; charset="utf-8"', Buffer.from('grün')],
    ['text/plain; charset=utf-8', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from('grün', 'utf16le').swap16()])],
  ])('is read in the charset of %j', async (type, data) => {
    expect(await decode(data, { type })).toEqual({ text: 'grün' })
  })

  it.each<[string, Buffer, { type?: string; encoding?: string }, RegExp]>([
    ['in an unknown Content-Encoding', bytes, { encoding: 'rot13' }, /unsupported Content-Encoding rot13/],
    ['said to be packed though it is not', bytes, { encoding: 'gzip' }, /gzip body cannot be decompressed/],
    [
      'not text of its charset',
      Buffer.from([0x7b, 0xff, 0x7d]),
      { type: 'application/json' },
      /not text in the charset utf-8/,
    ],
  ])('is garbled where it is %s', async (_, data, headers, why) => {
    const { unread, garbled } = await decode(data, headers)
    expect(garbled).toMatch(why)
    expect(unread).toBe(true)
  })

  it.each<[string, (data: Buffer) => Buffer]>([
    ['gzip', zlib.gzipSync],
    ['deflate', zlib.deflateSync],
    ['deflate', zlib.deflateRawSync],
    ['br', zlib.brotliCompressSync],
    ['zstd', zlib.zstdCompressSync],
    ['gzip, gzip', (data) => zlib.gzipSync(zlib.gzipSync(data))],
  ])('is never unpacked beyond the bound, and is longer than is read instead of broken: %s', async (encoding, pack) => {
    const most = BOUNDS.unpackedBytes.most
    expect(await decode(pack(Buffer.alloc(most * 10)), { encoding, most })).toEqual({ text: '', longer: true })
    expect((await decode(pack(Buffer.alloc(most)), { encoding, most })).text).toHaveLength(most)
  })

  it('is unpacked a few times, and not hundreds', async () => {
    const packed = (times: number) => {
      let data = bytes
      for (let count = 0; count < times; count++) data = zlib.gzipSync(data, { level: 0 })
      return decode(data, { encoding: new Array(times).fill('gzip').join(',') })
    }
    const most = BOUNDS.codings.most
    expect(await packed(most)).toEqual({ text })
    expect(await packed(most + 1)).toEqual({ text: '', longer: true })
    expect(await packed(500)).toEqual({ text: '', longer: true })
    await expect(unpacked(bytes, 'gzip,'.repeat(most + 1), MOST)).rejects.toThrow('compressed 5 times')
  })

  it('is not unpacked through a window that takes more memory than HTTP lets it', async () => {
    const params = (log: number) => ({ params: { [zlib.constants.ZSTD_c_windowLog]: log } })
    const long = Buffer.alloc(BOUNDS.packingWindow.most * 2, 'lorem ipsum')
    const pack = (log: number) =>
      new Promise<Buffer>((resolve, reject) => {
        // A stream does not know its length beforehand, and claims the whole window.
        const stream = zlib.createZstdCompress(params(log))
        const pieces: Buffer[] = []
        stream
          .on('data', (piece) => pieces.push(piece))
          .on('end', () => resolve(Buffer.concat(pieces)))
          .on('error', reject)
        stream.write(long.subarray(0, 1000))
        stream.end(long.subarray(1000))
      })
    const log = Math.log2(BOUNDS.packingWindow.most)
    const most = long.length
    expect((await decode(await pack(log), { encoding: 'zstd', most })).text).toHaveLength(most)
    expect(await decode(await pack(log + 1), { encoding: 'zstd', most })).toEqual({ text: '', longer: true })
  })
})
