import * as zlib from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../config/limits.ts'
import { decodeBody, unpacked } from './decode.ts'

const text = '{"status":"queued","note":"ü東🎬"}'
const bytes = Buffer.from(text)
const decode = (data: Buffer, { type = '', encoding = '', most = 100_000, isCut = false } = {}) =>
  decodeBody(data, type, encoding, { most, isCut })

const PACKERS: [string, (data: Buffer) => Buffer][] = [
  ['gzip', zlib.gzipSync],
  ['deflate', zlib.deflateSync],
  ['deflate', zlib.deflateRawSync],
  ['br', zlib.brotliCompressSync],
  ['zstd', zlib.zstdCompressSync],
  ['gzip, br', (data) => zlib.brotliCompressSync(zlib.gzipSync(data))],
]

describe('decodeBody', () => {
  it.each(PACKERS)('decompresses %s up to the limit', (encoding, pack) => {
    expect(decode(pack(bytes), { encoding })).toEqual({ text })
    const most = LIMITS.unpackedBytes
    expect(decode(pack(Buffer.alloc(most)), { encoding, most }).text).toHaveLength(most)
    expect(decode(pack(Buffer.alloc(most * 10)), { encoding, most })).toEqual({ text: '', longer: true })
  })

  it('decompresses at most 4 times', async () => {
    const packed = (times: number) => {
      let data = bytes
      for (let count = 0; count < times; count++) data = zlib.gzipSync(data, { level: 0 })
      return decode(data, { encoding: new Array(times).fill('gzip').join(',') })
    }
    expect(packed(4)).toEqual({ text })
    expect(packed(5)).toEqual({ text: '', longer: true })
    expect(() => unpacked(bytes, 'gzip,'.repeat(5), 100_000)).toThrow('compressed 5 times')
  })

  it('rejects a zstd window of more than 8 MiB', async () => {
    const most = 16 * 1024 * 1024
    const pack = async (log: number) => {
      // A stream of unknown length declares the whole window.
      const stream = zlib.createZstdCompress({ params: { [zlib.constants.ZSTD_c_windowLog]: log } })
      stream.write(Buffer.alloc(1000, 'lorem ipsum'))
      stream.end(Buffer.alloc(most - 1000, 'lorem ipsum'))
      return Buffer.concat(await stream.toArray())
    }
    expect(decode(await pack(23), { encoding: 'zstd', most }).text).toHaveLength(most)
    expect(decode(await pack(24), { encoding: 'zstd', most })).toEqual({ text: '', longer: true })
  })

  it.each<[string, Buffer]>([
    ['text/plain; charset=ISO-8859-1', Buffer.from('grün', 'latin1')],
    ['application/json; charset="utf-8"', Buffer.from('grün')],
    ['text/plain; charset=utf-8', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from('grün', 'utf16le').swap16()])],
  ])('reads the charset of %j', (type, data) => {
    expect(decode(data, { type })).toEqual({ text: 'grün' })
  })

  it('reads a body that is cut inside a character', () => {
    expect(decode(Buffer.from('grü').subarray(0, 3), { isCut: true })).toEqual({ text: 'gr' })
    expect(decode(Buffer.from('grün'))).toEqual({ text: 'grün' })
  })

  it.each<[string, Buffer, { type?: string; encoding?: string }, object]>([
    [
      'an unknown coding',
      bytes,
      { encoding: 'rot13' },
      { garbled: 'unsupported Content-Encoding rot13', unread: true },
    ],
    [
      'a wrong coding',
      bytes,
      { encoding: 'gzip' },
      { garbled: expect.stringMatching(/gzip body cannot be decompressed/), unread: true },
    ],
    [
      'a wrong charset',
      Buffer.from([0x7b, 0xff, 0x7d]),
      {},
      { garbled: 'the body is not text in the charset utf-8', unread: true },
    ],
    ['ASCII called UTF-16', Buffer.from('{}{}'), { type: 'a; charset=utf-16' }, { text: '{}{}' }],
  ])('reports %s', (_, data, headers, decoded) => {
    expect(decode(data, headers)).toMatchObject(decoded)
  })
})
