import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { LIMITS } from '../../../engine/config/limits.ts'
import type { Passed } from '../relay/told.ts'
import { seenOf } from './came.ts'

type Bytes = { kept?: Buffer; bytes?: number; isWhole?: boolean }

function passed({
  body,
  answer,
  method = 'POST',
  path = '/v1/videos',
  headers = [],
  more = {},
}: {
  body?: Bytes
  answer?: Bytes
  method?: string
  path?: string
  headers?: [string, string][]
  more?: Partial<Passed>
}): Passed {
  const told = ({ kept, bytes = kept?.length ?? 0, isWhole = true }: Bytes = {}) => ({
    bytes,
    isWhole,
    ...(kept && { kept: new Uint8Array(kept) }),
  })
  return {
    ...{ connection: 1, sent: 1, received: 2, at: 1000, endedAt: 1012.34, http: '1.1', method, path, headers: [] },
    body: told(body),
    ...(answer && { answer: { begunAt: 1010, status: 200, statusText: 'OK', headers, body: told(answer) } }),
    ...more,
  }
}

const seen = (...asked: Parameters<typeof passed>) => seenOf(passed(...asked), 'https://api.test')

const withheld = expect.stringMatching(/^\(unreadable, not kept: \d bytes, SHA-256 [0-9a-f]{64}\)$/)
const GZIP: [string, string][] = [['Content-Encoding', 'gzip']]

it('records an exchange with its times and its address', async () => {
  const whole = await seen({ answer: { kept: Buffer.from('{}') } })
  expect(whole).toMatchObject({ url: 'https://api.test/v1/videos', at: 1000, ms: 12.3, passing: { http: '1.1' } })
  expect(whole.phases).toEqual({ blocked: 0, wait: 10 })
  expect((await seen({ path: '*' })).url).toBe('*')
})

it.each<[string, Bytes, object]>([
  ['text', { kept: Buffer.from('{"a":"ä"}') }, { body: '{"a":"ä"}' }],
  ['binary data by its digest', { kept: Buffer.from([0xff, 0x41]) }, { body: withheld, bytes: true }],
  ['an empty body', { kept: Buffer.alloc(0) }, { body: '' }],
  ['nothing of a body that broke off', { kept: Buffer.from('{"a'), isWhole: false }, {}],
])('records %s', async (_, sent, expected) => {
  const { body, bytes } = await seen({ body: sent })
  expect({ ...(body !== undefined && { body }), ...(bytes && { bytes }) }).toEqual(expected)
})

it.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
])('decompresses %s in both directions', async (coding, pack) => {
  const headers: [string, string][] = [['Content-Encoding', coding]]
  const kept = pack('{"a":"ä"}')
  const told = await seen({ headers, body: { kept }, answer: { kept }, more: { headers } })
  expect(told).toMatchObject({ body: '{"a":"ä"}', answer: { body: '{"a":"ä"}', headers } })
})

it('records the beginning of a long response, and that it is truncated', async () => {
  const kept = Buffer.alloc(LIMITS.bodyBytes, 'x')
  const { answer } = await seen({ answer: { kept, bytes: 5_000_000, isWhole: false } })
  expect(answer).toMatchObject({ bytes: 5_000_000, truncated: true })
  expect(answer!.body.length).toBe(64 * 1024)
})

it('records the digest of a response that cannot be decompressed', async () => {
  const { answer } = await seen({ headers: GZIP, answer: { kept: Buffer.from('no gzip') } })
  expect(answer).toMatchObject({ body: withheld, garbled: expect.stringContaining('gzip') })
})
