import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../config/limits.ts'
import type { Header } from '../../history/entry/exchange.ts'
import { KeysSeen } from './keys-seen.ts'
import { MOST_UNPACKED_BYTES, recordedBytes, recordedText, requestBodyOf, UnpackLimit } from './request-body.ts'

const KEY = 'cl_4Rt9xKq2Zw83hhPm'
const TEXT = `{"key":"${KEY}"}`
const coded = (coding: string): Header[] => [['Content-Encoding', coding]]

/** As it is written down, where the key is known. */
async function written(bytes: Buffer, headers: Header[] = []) {
  const keys = new KeysSeen({ given: new Map([[KEY, 'A']]), isPassing: true })
  const seen = {
    ...{ method: 'POST', url: 'https://api.test/v1/videos', headers, at: 0, ms: 1, sent: 1, received: 2 },
    ...(await requestBodyOf(bytes, headers)),
  }
  keys.note(seen)
  return keys.disguise(seen)
}

const notKept = (bytes: number) => new RegExp(`^\\(unreadable, not kept: ${bytes} bytes, SHA-256 [0-9a-f]{64}`)

describe('the body of a request', () => {
  it.each([
    ['gzip', gzipSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
    ['zstd', zstdCompressSync(TEXT)],
    ['gzip, br', brotliCompressSync(gzipSync(TEXT))],
    ['identity', Buffer.from(TEXT)],
  ])('in %s is read as answers are, and its key has its name', async (coding, bytes) => {
    expect((await written(bytes, coded(coding))).body).toBe('{"key":"{{A}}"}')
  })

  it.each<[string, Buffer, Header[]]>([
    ['is packed and does not say so', gzipSync(TEXT), [['Content-Type', 'application/octet-stream']]],
    ['is packed and says that it is text', gzipSync(TEXT), [['Content-Type', 'application/json; charset=latin1']]],
    ['is packed once more than it says', gzipSync(zstdCompressSync(TEXT)), coded('gzip')],
    ['is in an unknown Content-Encoding', Buffer.from(`\xff${TEXT}`, 'latin1'), coded('snappy')],
    ['is no text', Buffer.from(`\xff${TEXT}`, 'latin1'), []],
  ])('that %s is not kept, and which keys were seen in it is', async (_, bytes, headers) => {
    const seen = await written(bytes, headers)
    expect(seen.body).toMatch(notKept(bytes.length))
    expect(seen.body).toContain('; contains {{A}})')
    expect(seen.bytes).toBe(true)
    expect(seen).not.toHaveProperty('unreadBody')
  })
})

describe('the body of a request in a file', () => {
  it('is read packed or with a letter for each byte, and unpacked as it stands', () => {
    const bytes = gzipSync(TEXT)
    const headers = coded('gzip')
    for (const read of [
      recordedBytes(bytes, headers, new UnpackLimit()),
      recordedText(bytes.toString('latin1'), headers, new UnpackLimit()),
      recordedText(TEXT, headers, new UnpackLimit()),
    ])
      expect(read).toEqual({ body: TEXT })
  })

  it('is not kept once the bodies of a file unpack to more than unpackedOfAFile', () => {
    const bytes = gzipSync(Buffer.alloc(LIMITS.unpackedBytes, 'x'))
    const limit = new UnpackLimit()
    const read = () => recordedBytes(bytes, coded('gzip'), limit).body!.length
    const whole = Array.from({ length: 100 }, read).filter((length) => length > 200)
    expect(whole.length).toBe(MOST_UNPACKED_BYTES / LIMITS.unpackedBytes)
  })
})
