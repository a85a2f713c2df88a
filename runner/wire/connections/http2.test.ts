import * as http2 from 'node:http2'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { BOUNDS } from '../../settings/bounds/bounds.ts'
import { CertificatesForTests } from '../network/certificates-for-tests.ts'
import { Network } from '../network/network.ts'
import { closeServers, http2Server, portOf, secureServer } from '../network/secure-servers-for-tests.ts'
import { closeAll, GET, never, wireTo } from './wire-for-tests.ts'

const own = new CertificatesForTests()
const files = own.issue('server', ['IP:127.0.0.1'])
afterEach(closeAll)
afterEach(closeServers)
afterAll(() => own.remove())

type OnStream = Parameters<typeof http2Server>[1]
type Options = Parameters<typeof http2Server>[2]

/** A wire to a server that offers HTTP/2, what each request was, and how it came. */
async function wireOver(onStream: OnStream, options?: Options & { http1?: boolean; requestTimeoutMs?: number }) {
  const seen: { over: string; head: string[] }[] = []
  const server = http2Server(
    files,
    (stream, headers, raw) => {
      seen.push({ over: 'h2', head: raw })
      onStream(stream, headers, raw)
    },
    options,
  )
  server.on('request', (request: http2.Http2ServerRequest, response: http2.Http2ServerResponse) => {
    if (request.httpVersion === '2.0') return
    seen.push({ over: '1.1', head: request.rawHeaders })
    response.end('{}')
  })
  const sessions: http2.ServerHttp2Session[] = []
  server.on('session', (session) => sessions.push(session))
  const origin = `https://127.0.0.1:${await portOf(server)}`
  const network = new Network({ ca: own.ca, http1: options?.http1 ?? false })
  const wire = wireTo(origin, { network, requestTimeoutMs: options?.requestTimeoutMs ?? 5000 })
  return { wire, seen, sessions, origin, network }
}

const ok: OnStream = (stream) => {
  stream.respond({ ':status': 200, 'Retry-After': '1', 'set-cookie': ['a=1', 'b=2'] })
  stream.end('{}')
}

describe('a wire to a server that offers HTTP/2', () => {
  it('speaks it, keeps its connection, and tells each header for itself', async () => {
    const { wire, seen, sessions } = await wireOver(ok)
    const [one, two] = [await wire.send(GET, never), await wire.send(GET, never)]
    expect(seen.map(({ over }) => over)).toEqual(['h2', 'h2'])
    expect(sessions).toHaveLength(1)
    expect(one.connection).toBe(two.connection)
    expect(one.connected).toBeDefined()
    expect(two.connected).toBeUndefined()
    const { status, statusText, headers, bytes, truncated } = one.answer!
    expect({ status, statusText, truncated, body: bytes.toString() }).toEqual({
      ...{ status: 200, statusText: '', truncated: false, body: '{}' },
    })
    expect(headers.filter(([name]) => name !== 'date')).toEqual([
      ['retry-after', '1'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ])
  })

  it('sends a body, its length, and nothing that was not asked for', async () => {
    const { wire, seen } = await wireOver((stream) => {
      stream.respond({ ':status': 202 })
      stream.pipe(stream)
    })
    const headers = [['Content-Type', 'application/json']] as const
    const { answer } = await wire.send({ method: 'POST', path: '/v1/videos?a=1', headers, body: '{"é":1}' }, never)
    expect([answer?.status, answer?.bytes.toString()]).toEqual([202, '{"é":1}'])
    const [{ head } = { head: [] }] = seen
    expect(Object.fromEntries(head.flatMap((name, at) => (at % 2 === 0 ? [[name, head[at + 1]]] : [])))).toEqual({
      ':method': 'POST',
      ':scheme': 'https',
      ':authority': expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      ':path': '/v1/videos?a=1',
      'content-type': 'application/json',
      'content-length': '8',
    })
  })

  it.each([
    ['a header in odd letters', { headers: [['authorization', 'Bearer x']] }],
    [
      'a header twice',
      {
        headers: [
          ['X-Key', 'a'],
          ['X-Key', 'b'],
        ],
      },
    ],
    ['blanks around a value', { headers: [['Authorization', 'Bearer ']] }],
    ['a value that is no ASCII', { headers: [['X-Key', 'é']] }],
    ['what speaks of the connection', { headers: [['Connection', 'close']] }],
  ] as const)('sends %s over HTTP/1.1, which alone can carry it, and what comes behind over HTTP/2', async (_, odd) => {
    const { wire, seen } = await wireOver(ok)
    await wire.send(GET, never)
    const there = await wire.send({ ...GET, ...odd }, never)
    const back = await wire.send(GET, never)
    expect(there.failure).toBeUndefined()
    expect(seen.map(({ over }) => over)).toEqual(['h2', '1.1', 'h2'])
    expect(there.connection).not.toBe(back.connection)
    for (const [name, value] of odd.headers)
      if (value === value.trim() && value !== 'é' && name !== 'Connection')
        expect(seen[1]!.head).toEqual(expect.arrayContaining([name, value]))
  })

  it('speaks HTTP/1.1 alone where it is told to, or where nothing else is offered', async () => {
    const told = await wireOver(ok, { http1: true })
    expect((await told.wire.send(GET, never)).answer?.status).toBe(200)
    expect(told.seen.map(({ over }) => over)).toEqual(['1.1'])
    let connections = 0
    const server = secureServer(files, (_: unknown, response: { end(text: string): void }) => response.end('{}'))
    server.on('connection', () => connections++)
    const wire = wireTo(`https://127.0.0.1:${await portOf(server)}`, { network: new Network({ ca: own.ca }) })
    for (let times = 0; times < 3; times++) expect((await wire.send(GET, never)).answer?.status).toBe(200)
    // The one that showed it was used.
    expect(connections).toBe(1)
  })

  it('tries again over HTTP/1.1 where the server asks for that in HTTP/2', async () => {
    const { wire, seen } = await wireOver((stream) => stream.close(http2.constants.NGHTTP2_HTTP_1_1_REQUIRED))
    expect((await wire.send(GET, never)).failure?.kind).toBe('reset')
    expect((await wire.send(GET, never)).answer?.status).toBe(200)
    expect(seen.map(({ over }) => over)).toEqual(['h2', '1.1'])
  })

  it('says that a request cannot be sent where HTTP/2 is all there is', async () => {
    const { wire } = await wireOver(ok, { allowHTTP1: false })
    expect((await wire.send(GET, never)).answer?.status).toBe(200)
    const { answer, failure } = await wire.send({ ...GET, headers: [['authorization', 'x']] }, never)
    // Node's own server says so in HTTP/1.1, as others do in TLS.
    expect(answer?.status ?? failure?.kind).toSatisfy((told) => told === 403 || told === 'http2 alone')
  })
})

describe('an answer over HTTP/2', () => {
  const closed =
    (code: number): OnStream =>
    (stream) =>
      stream.close(code)
  it.each([
    ['a stream that is refused', closed(http2.constants.NGHTTP2_REFUSED_STREAM), 'reset'],
    ['a stream that is reset', closed(http2.constants.NGHTTP2_INTERNAL_ERROR), 'reset'],
    ['a stream that is closed without a word', closed(http2.constants.NGHTTP2_NO_ERROR), 'reset'],
    ['a connection that is given up (GOAWAY)', (stream) => stream.session!.goaway(2, 0), 'reset'],
    ['a connection that is cut', (stream) => stream.session!.socket.destroy(), 'reset'],
    ['nothing', () => undefined, 'timeout'],
    [
      'more headers than are read',
      (stream) => {
        const many = Array.from({ length: BOUNDS.headers.most + 1 }, (_, at) => [`x-${at}`, '1'])
        stream.respond({ ':status': 200, ...Object.fromEntries(many) })
        stream.end()
      },
      'excess',
    ],
    [
      'longer headers than are read',
      (stream) => {
        stream.respond({ ':status': 200, 'x-long': 'x'.repeat(1.5 * BOUNDS.headBytes.most) })
        stream.end()
      },
      'excess',
    ],
    [
      'more early answers than are read',
      (stream) => {
        for (let times = 0; times <= BOUNDS.earlyAnswers.most; times++) stream.additionalHeaders({ ':status': 103 })
        stream.respond({ ':status': 200 })
        stream.end()
      },
      'excess',
    ],
  ] satisfies [string, OnStream, string][])(
    'that is %s is a failure, and the next one comes',
    async (_, onStream, kind) => {
      let isFirst = true
      const { wire } = await wireOver(
        (...told) => {
          if (isFirst) onStream(...told)
          else ok(...told)
          isFirst = false
        },
        { requestTimeoutMs: kind === 'timeout' ? 300 : 5000 },
      )
      const { failure, answer } = await wire.send(GET, never)
      expect(answer).toBeUndefined()
      expect(failure?.kind).toBe(kind)
      expect((await wire.send(GET, never)).answer?.status).toBe(200)
    },
  )

  it('is whole where the connection is to end behind it', async () => {
    const { wire, sessions } = await wireOver((stream, ...rest) => {
      stream.session!.goaway(0)
      ok(stream, ...rest)
    })
    expect((await wire.send(GET, never)).answer?.bytes.toString()).toBe('{}')
    expect((await wire.send(GET, never)).answer?.bytes.toString()).toBe('{}')
    expect(sessions).toHaveLength(2)
  })

  it('that breaks off keeps what had come', async () => {
    const { wire } = await wireOver((stream) => {
      stream.respond({ ':status': 200, 'content-length': '10' })
      stream.write('abc', () => stream.session!.socket.destroy())
    })
    const { failure, brokenOff } = await wire.send(GET, never)
    expect(failure?.kind).toBe('reset')
    expect(brokenOff?.bytes.toString()).toBe('abc')
  })

  it('of other length than it says is no answer of HTTP', async () => {
    const { wire, seen } = await wireOver((stream) => {
      stream.respond({ ':status': 200, 'content-length': '1' })
      stream.end('abc')
    })
    // It is asked for once more by a client that reads what others do not, over HTTP/1.1.
    expect((await wire.send(GET, never)).answer?.status).toBe(200)
    expect(seen.map(({ over }) => over)).toEqual(['h2', '1.1'])
  })

  it('that is longer than is read is cut', async () => {
    const { wire } = await wireOver((stream) => {
      stream.respond({ ':status': 200 })
      stream.end('x'.repeat(5000))
    })
    const { answer } = await wire.send({ ...GET, mostBytes: 100 }, never)
    expect(answer?.truncated).toBe(true)
  })

  it('is waited for no longer than the run lasts', async () => {
    const { wire } = await wireOver(() => undefined)
    const over = new AbortController()
    setTimeout(() => over.abort(), 50)
    expect((await wire.send(GET, over.signal)).failure?.kind).toBe('interrupted')
  })
})
