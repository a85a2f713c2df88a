import * as http2 from 'node:http2'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { Header } from '../../history/entry/exchange.ts'
import { CertificatesForTests } from '../network/certificates-for-tests.ts'
import { Network } from '../network/network.ts'
import { http2Server, type OnStream, portOf } from '../network/secure-servers-for-tests.ts'
import { closeAll, GET, never, transportTo } from './servers-for-tests.ts'

const own = new CertificatesForTests()
const files = own.issue('server', ['IP:127.0.0.1'])
afterEach(closeAll)
afterAll(() => own.remove())

const ok: OnStream = (stream) => {
  stream.respond({ ':status': 200, 'Retry-After': '1', 'set-cookie': ['a=1', 'b=2'] })
  stream.end('{}')
}

/** A transport to a server with HTTP/2, and the recorded requests. */
async function wireOver(onStream: OnStream, { http1 = false, requestTimeoutMs = 5000 } = {}) {
  const seen: { over: string; raw: string[] }[] = []
  const server = http2Server(files, (stream, raw) => {
    seen.push({ over: 'h2', raw })
    onStream(stream, raw)
  })
  server.on('request', (request: http2.Http2ServerRequest, response: http2.Http2ServerResponse) => {
    if (request.httpVersion === '2.0') return
    seen.push({ over: '1.1', raw: request.rawHeaders })
    response.end('{}')
  })
  const origin = `https://127.0.0.1:${await portOf(server)}`
  return { transport: transportTo(origin, { network: new Network({ ca: own.ca, http1 }), requestTimeoutMs }), seen }
}

describe('HTTP/2', () => {
  it('is used if the server offers it, with one kept connection', async () => {
    const { transport, seen } = await wireOver(ok)
    const [one, two] = [await transport.send(GET, never), await transport.send(GET, never)]
    expect(seen.map(({ over }) => over)).toEqual(['h2', 'h2'])
    expect(one).toMatchObject({ connection: 1, http2: true, connected: expect.any(Number) })
    expect(two).toMatchObject({ connection: 1, http2: true })
    expect(two.connected).toBeUndefined()
    expect(one.answer).toMatchObject({ status: 200, statusText: '', truncated: false, bytes: Buffer.from('{}') })
    expect(one.answer!.headers.filter(([name]) => name !== 'date')).toEqual([
      ['retry-after', '1'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ])
  })

  it('carries a POST with its length, in one piece or two', async () => {
    const { transport, seen } = await wireOver((stream) => stream.pipe(stream))
    const post = { method: 'POST', path: '/v1/videos', headers: [], body: '{"prompt":"ü"}' }
    for (const more of [{}, { inPieces: true as const }])
      expect((await transport.send({ ...post, ...more }, never)).answer?.bytes.toString()).toBe(post.body)
    for (const { raw } of seen) expect(raw).toEqual(expect.arrayContaining(['content-length', '15']))
  })

  it.each<[string, Header[]]>([
    [
      'a header twice',
      [
        ['X-Key', 'a'],
        ['X-Key', 'b'],
      ],
    ],
    ['blanks around a value', [['Authorization', 'Bearer ']]],
    ['unusual capitals', [['x-KEY', 'a']]],
  ])('is not used for %s, and is for the next request', async (_, headers) => {
    const { transport, seen } = await wireOver(ok)
    const results = [await transport.send(GET, never), await transport.send({ ...GET, headers }, never)]
    results.push(await transport.send(GET, never))
    expect(seen.map(({ over }) => over)).toEqual(['h2', '1.1', 'h2'])
    expect(results.map(({ connection }) => connection)).toEqual([1, 2, 1])
    for (const [name, value] of headers) expect(seen[1]!.raw).toEqual(expect.arrayContaining([name, value.trim()]))
  })

  it('is not used with --http1', async () => {
    const { transport, seen } = await wireOver(ok, { http1: true })
    expect((await transport.send(GET, never)).http2).toBeUndefined()
    expect(seen.map(({ over }) => over)).toEqual(['1.1'])
  })

  it('is not used after HTTP_1_1_REQUIRED', async () => {
    const { transport, seen } = await wireOver((stream) => stream.close(http2.constants.NGHTTP2_HTTP_1_1_REQUIRED))
    expect((await transport.send(GET, never)).failure?.kind).toBe('reset')
    expect((await transport.send(GET, never)).answer?.status).toBe(200)
    expect(seen.map(({ over }) => over)).toEqual(['h2', '1.1'])
  })

  it.each<[string, string, OnStream]>([
    ['reset', 'a closed stream', (stream) => stream.close(http2.constants.NGHTTP2_NO_ERROR)],
    ['reset', 'a cut connection', (stream) => stream.session!.socket.destroy()],
    ['timeout', 'silence', () => undefined],
    [
      'excess',
      'too many headers',
      (stream) => {
        stream.respond(Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`x-${at}`, '1'])))
        stream.end()
      },
    ],
    [
      'excess',
      'too many 1xx responses',
      (stream) => {
        for (let times = 0; times <= 32; times++) stream.additionalHeaders({ ':status': 103 })
        stream.respond({ ':status': 200 })
        stream.end()
      },
    ],
  ])('fails with %s for %s, and the next request succeeds', async (kind, _, onStream) => {
    let isFirst = true
    const first: OnStream = (...told) => {
      ;(isFirst ? onStream : ok)(...told)
      isFirst = false
    }
    const { transport } = await wireOver(first, { requestTimeoutMs: kind === 'timeout' ? 300 : 5000 })
    const { failure, answer } = await transport.send(GET, never)
    expect(answer).toBeUndefined()
    expect(failure?.kind).toBe(kind)
    expect((await transport.send(GET, never)).answer?.status).toBe(200)
  })
})
