import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Header } from '../history/entry/exchange.ts'
import { BOUNDS } from '../settings/bounds/bounds.ts'
import { KeysSeen } from './keys-seen.ts'
import { Room, recordedBytes, recordedText, requestBodyOf } from './request-body.ts'

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

const notKept = (bytes: number) =>
  new RegExp(`^\\(not kept, for it cannot be read: ${bytes} bytes, SHA-256 [0-9a-f]{64}`)

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
    ['is packed in a way that nobody knows', Buffer.from(`\xff${TEXT}`, 'latin1'), coded('snappy')],
    ['is no text', Buffer.from(`\xff${TEXT}`, 'latin1'), []],
  ])('that %s is not kept, and which keys were seen in it is', async (_, bytes, headers) => {
    const seen = await written(bytes, headers)
    expect(seen.body).toMatch(notKept(bytes.length))
    expect(seen.body).toContain('; in it stands {{A}})')
    expect(seen.bytes).toBe(true)
    expect(seen).not.toHaveProperty('unreadBody')
  })

  it('that unpacks to more than is read is not kept', async () => {
    const bytes = gzipSync(Buffer.alloc(BOUNDS.unpackedBytes.most + 1, 'x'))
    expect((await written(bytes, coded('gzip'))).body).toMatch(notKept(bytes.length))
  })

  it('is read in its charset where it is no UTF-8, and in UTF-8 whatever else it says', async () => {
    const says = (charset: string): Header[] => [['Content-Type', `application/json; charset=${charset}`]]
    expect((await written(Buffer.from('{"a":"\xe4"}', 'latin1'), says('latin1'))).body).toBe('{"a":"ä"}')
    expect((await written(Buffer.from(TEXT), says('utf-16le'))).body).toBe('{"key":"{{A}}"}')
  })
})

describe('the body of a request in a file', () => {
  const writtenFrom = (read: (room: Room) => ReturnType<typeof recordedText>, headers: Header[] = []) => {
    const keys = new KeysSeen({ given: new Map([[KEY, 'A']]) })
    const seen = {
      ...{ method: 'POST', url: 'https://api.test/v1/videos', headers, at: 0, ms: 1, sent: 1, received: 2 },
      ...read(new Room()),
    }
    keys.note(seen)
    return keys.disguise(seen)
  }
  const PACKED: [string, Buffer][] = [
    ['gzip', gzipSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
    ['zstd', zstdCompressSync(TEXT)],
    ['gzip, br', brotliCompressSync(gzipSync(TEXT))],
  ]

  it.each(PACKED)('in %s is read as it is in passing, as bytes or with a letter for each byte', (coding, bytes) => {
    const headers = coded(coding)
    const asBytes = writtenFrom((room) => recordedBytes(bytes, headers, room), headers)
    const asText = writtenFrom((room) => recordedText(bytes.toString('latin1'), headers, room), headers)
    expect([asBytes.body, asText.body]).toEqual(['{"key":"{{A}}"}', '{"key":"{{A}}"}'])
  })

  it('that was unpacked by whoever wrote it there is read as it stands', () => {
    const headers = coded('gzip')
    expect(recordedText(TEXT, headers, new Room())).toEqual({ body: TEXT })
    expect(recordedBytes(Buffer.from(TEXT), headers, new Room())).toEqual({ body: TEXT })
  })

  it.each<[string, Header[]]>([
    ['is packed and does not say so', []],
    ['is packed and says that it is text', [['Content-Type', 'application/json; charset=latin1']]],
    ['is packed in a way that nobody knows', coded('snappy')],
  ])('that %s is not kept, and which keys were seen in it is', (_, headers) => {
    const bytes = gzipSync(TEXT)
    const text = bytes.toString('latin1')
    for (const read of [
      (room: Room) => recordedBytes(bytes, headers, room),
      (room: Room) => recordedText(text, headers, room),
    ]) {
      const { body } = writtenFrom(read, headers)
      expect(body).toMatch(notKept(bytes.length))
      expect(body).toContain('; in it stands {{A}})')
    }
  })

  it('that is packed is not kept where its bytes were taken for letters of another charset', () => {
    const bytes = gzipSync(TEXT)
    for (const text of [bytes.toString(), new TextDecoder('windows-1252').decode(bytes)])
      expect(writtenFrom((room) => recordedText(text, coded('gzip'), room)).body).toMatch(/^\(not kept/)
  })

  it('is text where it is text, with any letter in it', () => {
    for (const text of ['{"a":"ü"}', '{"a":"\u0001"}', '{"a":"\u{1f600}\u0001"}', ''])
      expect(recordedText(text, [], new Room())).toEqual({ body: text })
  })

  it('that unpacks to more than is read is not kept, and all together unpack to no more than there is room for', () => {
    const bytes = gzipSync(Buffer.alloc(BOUNDS.unpackedBytes.most, 'x'))
    const read = (room: Room) => recordedBytes(bytes, coded('gzip'), room).body!.length
    expect(read(new Room(BOUNDS.unpackedBytes.most - 1))).toBeLessThan(200)
    const room = new Room()
    const whole = Array.from({ length: 100 }, () => read(room)).filter((length) => length > 200)
    expect(whole.length).toBe(BOUNDS.unpackedOfAFile.most / BOUNDS.unpackedBytes.most)
    expect(
      recordedBytes(Buffer.from('\xe4', 'latin1'), [['Content-Type', 'text/plain; charset=latin1']], room),
    ).toEqual({
      body: 'ä',
    })
  })
})
