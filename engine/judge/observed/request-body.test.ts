import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../config/limits.ts'
import type { Header } from '../../history/entry/exchange.ts'
import { KeysSeen } from './observed-keys.ts'
import { MOST_UNPACKED_BYTES, recordedBytes, recordedText, requestBodyOf, UnpackLimit } from './request-body.ts'

const KEY = 'cl_4Rt9xKq2Zw83hhPm'
const TEXT = `{"key":"${KEY}"}`
const coded = (coding: string): Header[] => [['Content-Encoding', coding]]

function recorded(bytes: Buffer, headers: Header[] = []) {
  const keys = new KeysSeen({ given: new Map([[KEY, 'A']]), isPassing: true })
  const seen = {
    ...{ method: 'POST', url: 'https://api.test/v1/videos', headers, at: 0, ms: 1, sent: 1, received: 2 },
    ...requestBodyOf(bytes, headers),
  }
  keys.note(seen)
  return keys.disguise(seen)
}

describe('a request body', () => {
  it.each([
    ['gzip', gzipSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
    ['zstd', zstdCompressSync(TEXT)],
    ['gzip, br', brotliCompressSync(gzipSync(TEXT))],
    ['identity', Buffer.from(TEXT)],
  ])('in %s is decompressed, and its key redacted', (coding, bytes) => {
    expect(recorded(bytes, coded(coding)).body).toBe('{"key":"{{A}}"}')
  })

  it.each<[string, Buffer, Header[]]>([
    ['is compressed without saying so', gzipSync(TEXT), [['Content-Type', 'application/octet-stream']]],
    ['is compressed and labelled as text', gzipSync(TEXT), [['Content-Type', 'application/json; charset=latin1']]],
    ['is compressed once more than it says', gzipSync(zstdCompressSync(TEXT)), coded('gzip')],
    ['is in an unknown Content-Encoding', Buffer.from(`\xff${TEXT}`, 'latin1'), coded('snappy')],
    ['is no text', Buffer.from(`\xff${TEXT}`, 'latin1'), []],
  ])('that %s is replaced by its digest and the keys found in it', (_, bytes, headers) => {
    const seen = recorded(bytes, headers)
    expect(seen.body).toMatch(new RegExp(`^\\(unreadable, not kept: ${bytes.length} bytes, SHA-256 [0-9a-f]{64}`))
    expect(seen.body).toContain('; contains {{A}})')
    expect(seen.bytes).toBe(true)
    expect(seen).not.toHaveProperty('unreadBody')
  })
})

describe('a request body in a HAR file', () => {
  it('is read as base64, as Latin-1 and as text', () => {
    const bytes = gzipSync(TEXT)
    const headers = coded('gzip')
    for (const read of [
      recordedBytes(bytes, headers, new UnpackLimit()),
      recordedText(bytes.toString('latin1'), headers, new UnpackLimit()),
      recordedText(TEXT, headers, new UnpackLimit()),
    ])
      expect(read).toEqual({ body: TEXT })
  })

  it('is not decompressed beyond a limit for all bodies of the file', () => {
    const bytes = gzipSync(Buffer.alloc(LIMITS.unpackedBytes, 'x'))
    const limit = new UnpackLimit()
    const read = () => recordedBytes(bytes, coded('gzip'), limit).body!.length
    const whole = Array.from({ length: 100 }, read).filter((length) => length > 200)
    expect(whole.length).toBe(MOST_UNPACKED_BYTES / LIMITS.unpackedBytes)
  })
})
