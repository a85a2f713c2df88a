import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NoHar, readHar } from './har.ts'

const URL = 'https://api.test/v1/models'
const request = (more: object = {}) => ({ method: 'GET', url: URL, headers: [], ...more })
const response = (more: object = {}) => ({
  status: 200,
  headers: [{ name: 'content-type', value: 'application/json' }],
  content: { size: 2, mimeType: 'application/json', text: '{}' },
  ...more,
})
const entry = (more: object = {}) => ({
  startedDateTime: '2026-01-01T00:00:00.000Z',
  time: 5,
  request: request(),
  response: response(),
  ...more,
})
const har = (entries: unknown, more: object = {}) =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'WebInspector', version: '537.36' }, entries, ...more } })
const read = (...entries: unknown[]) => readHar(har(entries))
const only = (each: unknown) => read(each).seen[0]!

describe('readHar', () => {
  it.each([
    ['', /is not JSON/],
    ['{"log":{"entries":[', /is not JSON/],
    ['[]', /not a HAR file/],
    ['null', /not a HAR file/],
    ['{"log":{"entries":{}}}', /not a HAR file/],
    ['{"openapi":"3.1.0"}', /not a HAR file/],
  ])('rejects %j', (content, why) => {
    expect(() => readHar(content)).toThrow(NoHar)
    expect(() => readHar(content)).toThrow(why)
  })

  it('accepts arbitrary values in any field', () => {
    const anything = fc.anything({ maxDepth: 4, withNullPrototype: false })
    const part = fc.oneof(
      anything,
      fc.record({
        method: fc.string(),
        url: fc.constant(URL),
        headers: anything,
        postData: anything,
        bodySize: anything,
      }),
    )
    const came = fc.record({
      status: fc.oneof(anything, fc.integer()),
      headers: anything,
      content: anything,
      _error: anything,
    })
    const entries = fc.array(
      fc.record({
        startedDateTime: anything,
        time: anything,
        connection: anything,
        request: part,
        response: fc.oneof(anything, came),
        _fromCache: anything,
      }),
    )
    fc.assert(
      fc.property(entries, (all) => {
        expect(() => readHar(JSON.stringify({ log: { entries: all } }) ?? '')).not.toThrow()
      }),
      { numRuns: 200, seed: 1 },
    )
  })
})

describe('the body of a recorded request', () => {
  it.each([
    ['it is omitted', { mimeType: 'application/json' }],
    ['only its parameters were recorded', { mimeType: 'x', params: [{ name: 'a', value: '1' }] }],
    ['it is in another file', { mimeType: 'x', _sha1: 'abc', _file: 'body.json' }],
    ['it was truncated', { mimeType: 'x', text: '{"a', _truncated: 'the first 3 of 9 characters' }],
    ['it is empty despite its size', { mimeType: 'x', text: '' }],
  ])('is absent if %s', (_, postData) => {
    expect(only(entry({ request: request({ method: 'POST', postData, bodySize: 9 }) })).body).toBeUndefined()
  })

  it('is decoded and decompressed, or replaced if it is binary', () => {
    const packed = (bytes: Buffer) => ({ mimeType: 'x', text: bytes.toString('base64'), encoding: 'base64' })
    const body = (bytes: Buffer) => only(entry({ request: request({ method: 'POST', postData: packed(bytes) }) }))
    expect(body(Buffer.from('{"a":"ü"}')).body).toBe('{"a":"ü"}')
    expect(body(Buffer.from([0x61, 0xff]))).toMatchObject({
      body: expect.stringMatching(/^\(unreadable, not kept/),
      bytes: true,
    })
    const postData = packed(gzipSync('{"a":"ü"}'))
    const headers = [{ name: 'Content-Encoding', value: 'gzip' }]
    expect(only(entry({ request: request({ method: 'POST', postData, headers }) })).body).toBe('{"a":"ü"}')
  })
})

describe('a recorded response', () => {
  const answer = (more: object) => only(entry({ response: response(more) })).answer

  it.each([
    ['is missing', { size: 20, mimeType: 'application/json' }],
    ['is shorter than its size', { size: 5000, mimeType: 'application/json', text: '{"a":' }],
    ['report.har truncated', { size: 3, text: '{}', _truncated: 'the first 2 of 3 characters' }],
    ['has no content', undefined],
  ])('is truncated if its body %s', (_, content) => {
    expect(answer({ content, bodySize: -1 })?.truncated).toBe(true)
  })

  it.each<[string, object]>([
    ['a length', { headers: [{ name: 'content-length', value: '57' }] }],
    ['chunks', { headers: [{ name: 'Transfer-Encoding', value: 'chunked' }] }],
    ['bytes on the wire', { _transferSize: 412 }],
    ['its size on the wire', { bodySize: 57 }],
  ])('is truncated if an empty body has %s', (_, fields) => {
    for (const content of [{ size: 0 }, { size: 0, text: '' }])
      expect(answer({ content, ...fields })).toMatchObject({ body: '', truncated: true })
  })

  it('is empty if its length is 0', () => {
    const headers = [{ name: 'Content-Length', value: '0' }]
    expect(answer({ content: { size: 0, text: '' }, headers, _transferSize: 120 })?.truncated).toBeUndefined()
  })

  it.each<[string, object, string]>([
    ['net::ERR_CONNECTION_REFUSED', { _error: 'net::ERR_CONNECTION_REFUSED' }, 'refused'],
    ['net::ERR_CERT_DATE_INVALID', { _error: 'net::ERR_CERT_DATE_INVALID' }, 'tls'],
    ['net::ERR_ABORTED', { _error: 'net::ERR_ABORTED' }, 'interrupted'],
    ['nothing', {}, 'interrupted'],
  ])('is absent with status 0: %s', (_, why, kind) => {
    const seen = only(entry({ response: { status: 0, headers: [], content: {}, ...why } }))
    expect(seen.answer).toBeUndefined()
    expect(seen.failure?.kind).toBe(kind)
  })
})

describe('the entries of a file', () => {
  it('exclude responses of a cache or a service worker', () => {
    const { seen, leftOut } = read(entry({ _fromCache: 'disk' }), entry({ _fetchedViaServiceWorker: true }), entry())
    expect(seen).toHaveLength(1)
    expect(leftOut.get('served from a cache')).toBe(2)
  })

  it('list an exchange of two recorders only once', () => {
    const postData = { mimeType: 'application/json', text: '{}' }
    const posted = (at: number) =>
      entry({ startedDateTime: new Date(at).toISOString(), request: request({ method: 'POST', postData }) })
    expect(read(posted(0), posted(100)).seen).toHaveLength(2)
    expect(read(posted(0), posted(2)).seen).toHaveLength(1)
  })

  it('of report.har come with the known keys', () => {
    const creator = { name: 'gatecheck', version: '0' }
    const of = (keys: unknown) => readHar(har([], { creator, _keys: keys })).ofOurOwn?.known
    expect(of([{ name: 'A', account: 'A', good: true }, { name: 7 }, null])).toEqual([
      { name: 'A', account: 'A', good: true },
    ])
    expect(of(undefined)).toContainEqual({ name: 'R', account: 'A', good: false })
    expect(readHar(har([])).ofOurOwn).toBeUndefined()
  })
})
