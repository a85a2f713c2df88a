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

describe('a file', () => {
  it.each([
    ['', /is not JSON/],
    ['{"log":{"entries":[', /is not JSON/],
    ['<har/>', /is not JSON/],
    ['[]', /no HTTP Archive/],
    ['null', /no HTTP Archive/],
    ['{"log":[]}', /no HTTP Archive/],
    ['{"log":{"entries":{}}}', /no HTTP Archive/],
    ['{"openapi":"3.1.0"}', /no HTTP Archive/],
  ])('is no HAR: %j', (content, why) => {
    expect(() => readHar(content)).toThrow(NoHar)
    expect(() => readHar(content)).toThrow(why)
  })

  it('may begin with a byte order mark, and hold nothing', () => {
    expect(readHar(`\ufeff${har([])}`).seen).toEqual([])
  })

  it('may hold anything in the place of an entry', () => {
    const { seen, leftOut } = read(null, 7, 'x', [], {}, { request: {} }, { request: { method: 1, url: [] } })
    expect(seen).toEqual([])
    expect(leftOut.get('no exchange')).toBe(7)
  })

  it('never makes the reader fail, whatever stands in it', () => {
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
      { numRuns: 300, seed: 1 },
    )
  })
})

describe('a request', () => {
  it('has no pseudo-headers, and no headers that are none', () => {
    const headers = [
      { name: ':authority', value: 'api.test' },
      { name: 'Accept', value: '*/*' },
      { name: 'X' },
      7,
      null,
    ]
    expect(only(entry({ request: request({ headers }) })).headers).toEqual([['Accept', '*/*']])
  })

  it('has the body that was recorded, and its label where no header says it', () => {
    const postData = { mimeType: 'application/json', text: '{"a":1}' }
    expect(only(entry({ request: request({ method: 'POST', postData }) }))).toMatchObject({
      body: '{"a":1}',
      headers: [['Content-Type', 'application/json']],
    })
  })

  it.each([
    ['that is left out', { mimeType: 'application/json' }],
    ['of which only the parameters were recorded', { mimeType: 'x', params: [{ name: 'a', value: '1' }] }],
    ['that is elsewhere', { mimeType: 'x', _sha1: 'abc', _file: 'body.json' }],
    ['that was cut', { mimeType: 'x', text: '{"a', _truncated: 'the first 3 of 9 characters' }],
    ['that is empty though it was not', { mimeType: 'x', text: '' }],
  ])('has no body %s', (_, postData) => {
    expect(only(entry({ request: request({ method: 'POST', postData, bodySize: 9 }) })).body).toBeUndefined()
  })

  it('has a body where its bytes are there, packed or not, and none where nobody can read them', () => {
    const packed = (bytes: Buffer) => ({ mimeType: 'x', text: bytes.toString('base64'), encoding: 'base64' })
    const body = (bytes: Buffer) => only(entry({ request: request({ method: 'POST', postData: packed(bytes) }) }))
    expect(body(Buffer.from('{"a":"ü"}')).body).toBe('{"a":"ü"}')
    expect(body(Buffer.from([0x61, 0xff]))).toMatchObject({ body: expect.stringMatching(/^\(not kept/), bytes: true })
    const postData = packed(gzipSync('{"a":"ü"}'))
    const headers = [{ name: 'Content-Encoding', value: 'gzip' }]
    expect(only(entry({ request: request({ method: 'POST', postData, headers }) })).body).toBe('{"a":"ü"}')
  })
})

describe('an answer', () => {
  const answer = (more: object) => only(entry({ response: response(more) })).answer

  it('is unpacked where it is in base64', () => {
    const text = Buffer.from('{"status":"queued"}').toString('base64')
    expect(answer({ content: { size: 19, text, encoding: 'base64' } })).toMatchObject({ body: '{"status":"queued"}' })
  })

  it('in another charset is text, where its bytes are there', () => {
    const text = Buffer.from('\ufeff{"a":1}', 'utf16le').toString('base64')
    expect(answer({ content: { size: 16, text, encoding: 'base64' } })?.garbled).toBeUndefined()
    expect(answer({ content: { size: 16, text: '\ufffd\ufffd{\0"\0a\0' } })?.garbled).toBeDefined()
  })

  it('in a charset that nobody knows is not kept, but for its length, its digest and why', () => {
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x81, 0x22, 0x7d])
    const content = { mimeType: 'application/json; charset=x-own', text: bytes.toString('base64'), encoding: 'base64' }
    const seen = only(entry({ response: response({ content: { size: 7, ...content } }) }))
    expect(seen.answer).toMatchObject({ bytes: 7, garbled: expect.stringContaining('not text in the charset') })
    expect(seen.answer?.body).toMatch(/^\(not kept, for it cannot be read: 7 bytes, SHA-256 [0-9a-f]{64}\)$/)
    expect(seen.unread).toEqual(bytes)
  })

  it.each([
    ['that is missing', { size: 20, mimeType: 'application/json' }],
    ['that is shorter than it was', { size: 5000, mimeType: 'application/json', text: '{"a":' }],
    ['that our own reporter has cut', { size: 3, text: '{}', _truncated: 'the first 2 of 3 characters' }],
    ['of which nothing is said', undefined],
  ])('has only the beginning of a body %s', (_, content) => {
    expect(answer({ content, bodySize: -1 })?.truncated).toBe(true)
  })

  it('has no body where none came', () => {
    expect(answer({ status: 204, content: {} })).toMatchObject({ body: '' })
    expect(answer({ content: { size: 0, mimeType: '' } })?.truncated).toBeUndefined()
  })

  it.each<[string, object]>([
    ['a length', { headers: [{ name: 'content-length', value: '57' }] }],
    ['chunks', { headers: [{ name: 'Transfer-Encoding', value: 'chunked' }] }],
    ['bytes on the wire', { _transferSize: 412 }],
    ['its size on the wire', { bodySize: 57 }],
  ])('was lost by whoever recorded it where %s stands beside an empty body', (_, told) => {
    for (const content of [{ size: 0 }, { size: 0, text: '' }])
      expect(answer({ content, ...told })).toMatchObject({ body: '', truncated: true })
  })

  it('is empty where its length says so', () => {
    const headers = [{ name: 'Content-Length', value: '0' }]
    expect(answer({ content: { size: 0, text: '' }, headers, _transferSize: 120 })?.truncated).toBeUndefined()
  })

  it('of which the url was blacked out is not what the server sent', () => {
    const shown = (url: unknown) =>
      answer({ content: { size: 90, text: JSON.stringify({ status: 'succeeded', url }) } })
    expect(shown('[redacted]')?.garbled).toContain('in the place of its url')
    expect(shown('***')?.garbled).toBeDefined()
    for (const url of ['https://videos.test/redacted.mp4', '/videos/a.mp4', null])
      expect(shown(url)?.garbled).toBeUndefined()
  })

  it('that was packed on the way is longer than its size says, and whole', () => {
    expect(answer({ content: { size: 20, text: '{"status":"queued"}' } })?.truncated).toBeUndefined()
  })

  it('says where its headers were left out', () => {
    expect(answer({ headers: [] })).toMatchObject({ headersLeftOut: true, headers: [] })
    expect(answer({ headers: [{ name: 'Date', value: 'today' }] })?.headers).toContainEqual([
      'Content-Type',
      'application/json',
    ])
  })

  it.each<[string, object, string]>([
    ['net::ERR_CONNECTION_REFUSED', { _error: 'net::ERR_CONNECTION_REFUSED' }, 'refused'],
    ['net::ERR_CONNECTION_RESET', { _error: 'net::ERR_CONNECTION_RESET' }, 'reset'],
    ['net::ERR_TIMED_OUT', { _error: 'net::ERR_TIMED_OUT' }, 'timeout'],
    ['net::ERR_NAME_NOT_RESOLVED', { _failureText: 'net::ERR_NAME_NOT_RESOLVED' }, 'dns'],
    ['net::ERR_CERT_DATE_INVALID', { _error: 'net::ERR_CERT_DATE_INVALID' }, 'tls'],
    ['net::ERR_ABORTED', { _error: 'net::ERR_ABORTED' }, 'interrupted'],
    ['nothing', {}, 'interrupted'],
  ])('did not come where the status is 0: %s', (_, why, kind) => {
    const seen = only(entry({ response: { status: 0, headers: [], content: {}, ...why } }))
    expect(seen.answer).toBeUndefined()
    expect(seen.failure?.kind).toBe(kind)
  })

  it('did not come yet where there is none', () => {
    for (const none of [undefined, null, [], 'x', { status: '200' }, { status: -1 }, { status: 200.5 }])
      expect(only(entry({ response: none })).failure?.kind).toBe('interrupted')
  })
})

describe('traffic', () => {
  it('holds no answers of a cache or a service worker', () => {
    const { seen, leftOut } = read(entry({ _fromCache: 'disk' }), entry({ _fetchedViaServiceWorker: true }), entry())
    expect(seen).toHaveLength(1)
    expect(leftOut.get('answered by a cache')).toBe(2)
  })

  it('holds an exchange once that was written down twice', () => {
    expect(read(entry(), entry()).leftOut.get('recorded twice')).toBe(1)
    expect(read(entry(), entry({ startedDateTime: '2026-01-01T00:00:01.000Z' })).seen).toHaveLength(2)
  })

  it('holds two submissions that follow each other, and one that two recorders saw', () => {
    const postData = { mimeType: 'application/json', text: '{}' }
    const posted = (at: number) =>
      entry({ startedDateTime: new Date(at).toISOString(), request: request({ method: 'POST', postData }) })
    expect(read(posted(0), posted(100)).seen).toHaveLength(2)
    expect(read(posted(0), posted(2)).seen).toHaveLength(1)
  })

  it('is put into the order in which it ended, by its times or else as it stands', () => {
    const at = (url: string, startedDateTime: string | undefined, time: number) =>
      entry({ startedDateTime, time, request: request({ url }) })
    const urls = (...entries: unknown[]) => read(...entries).seen.map(({ url }) => url)
    expect(urls(at('b', '2026-01-01T00:00:02Z', 1), at('a', '2026-01-01T00:00:00Z', 1))).toEqual(['a', 'b'])
    expect(urls(at('a', undefined, 0), at('b', 'no time', 0))).toEqual(['a', 'b'])
  })

  it('tells of the keys in what was written from a history', () => {
    const creator = { name: 'gatecheck', version: '0' }
    const of = (keys: unknown) => readHar(har([], { creator, _keys: keys })).ofOurOwn?.known
    expect(of([{ name: 'A', account: 'A', good: true }, { name: 7 }, null])).toEqual([
      { name: 'A', account: 'A', good: true },
    ])
    expect(of(undefined)).toContainEqual({ name: 'R', account: 'A', good: false })
    expect(readHar(har([])).ofOurOwn).toBeUndefined()
  })
})
