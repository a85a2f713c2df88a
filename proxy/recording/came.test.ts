import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { BOUNDS } from '../../runner/settings/bounds/bounds.ts'
import type { Passed } from '../relay/told.ts'
import { cutToWhatIsKept, seenOf } from './came.ts'

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

describe('what passed', () => {
  it('is told with its times and its address', async () => {
    const whole = await seen({ answer: { kept: Buffer.from('{}') } })
    expect(whole).toMatchObject({ url: 'https://api.test/v1/videos', at: 1000, ms: 12.3, passing: { http: '1.1' } })
    expect(whole.phases).toEqual({ blocked: 0, wait: 10 })
    expect((await seen({ path: '*' })).url).toBe('*')
  })

  it.each<[string, Bytes, object]>([
    ['text', { kept: Buffer.from('{"a":"ä"}') }, { body: '{"a":"ä"}' }],
    [
      'bytes that are no text',
      { kept: Buffer.from([0xff, 0x41]) },
      {
        body: expect.stringMatching(/^\(not kept, for it cannot be read: 2 bytes, SHA-256 [0-9a-f]{64}\)$/),
        bytes: true,
      },
    ],
    ['nothing, where something belongs', { kept: Buffer.alloc(0) }, { body: '' }],
    ['a part alone, which is as good as none', { kept: Buffer.from('{"a'), isWhole: false }, {}],
    ['what was not kept', { bytes: 7, isWhole: false }, {}],
  ])('has a body of %s', async (_, body, expected) => {
    const { body: text, bytes } = await seen({ body })
    expect({ ...(text !== undefined && { body: text }), ...(bytes && { bytes }) }).toEqual(expected)
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('has a body that was packed as %s, unpacked', async (coding, pack) => {
    const told = await seen({ body: { kept: pack('{"a":"ä"}') }, more: { headers: [['Content-Encoding', coding]] } })
    expect(told).toMatchObject({ body: '{"a":"ä"}' })
    expect(told.bytes ?? told.unreadBody).toBeUndefined()
  })

  it('has no body where a request usually has none', async () => {
    expect((await seen({ method: 'GET', body: { kept: Buffer.alloc(0) } })).body).toBeUndefined()
  })

  it('is unpacked', async () => {
    const headers: [string, string][] = [['Content-Encoding', 'gzip']]
    const { answer } = await seen({ headers, answer: { kept: gzipSync('{"id":"a"}') } })
    expect(answer).toMatchObject({ body: '{"id":"a"}', headers })
    expect(answer!.truncated).toBeUndefined()
  })

  it('is the beginning of a long answer', async () => {
    const kept = Buffer.alloc(BOUNDS.bodyBytes.most, 'x')
    const { answer } = cutToWhatIsKept(await seen({ answer: { kept, bytes: 5_000_000, isWhole: false } }))
    expect(answer).toMatchObject({ bytes: 5_000_000, truncated: true })
    expect(answer!.body.length).toBe(BOUNDS.keptOfLonger.most)
  })

  it('is the digest of what nobody can read', async () => {
    const headers: [string, string][] = [['Content-Encoding', 'gzip']]
    const { answer } = await seen({ headers, answer: { kept: Buffer.from('no gzip') } })
    expect(answer!.body).toMatch(/^\(not kept, for it cannot be read: 7 bytes, SHA-256 [0-9a-f]{64}\)$/)
    expect(answer!.garbled).toContain('gzip')
  })

  it('is no answer where one broke off', async () => {
    const failure = { kind: 'reset', message: 'closed' } as const
    const told = await seen({ answer: { kept: Buffer.from('{"id'), isWhole: false }, more: { failure, isLost: true } })
    expect(told.answer).toBeUndefined()
    expect(told.failure).toEqual(failure)
  })
})
