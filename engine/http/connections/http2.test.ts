import * as http2 from 'node:http2'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import { CertificatesForTests } from '../network/certificates-for-tests.ts'
import { Network } from '../network/network.ts'
import { closeServers, http2Server, portOf } from '../network/secure-servers-for-tests.ts'
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

  it.each([
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
  ] as const)('sends %s over HTTP/1.1, which alone can carry it, and what comes behind over HTTP/2', async (_, odd) => {
    const { wire, seen } = await wireOver(ok)
    await wire.send(GET, never)
    const there = await wire.send({ ...GET, ...odd }, never)
    const back = await wire.send(GET, never)
    expect(there.failure).toBeUndefined()
    expect(seen.map(({ over }) => over)).toEqual(['h2', '1.1', 'h2'])
    expect(there.connection).not.toBe(back.connection)
    for (const [name, value] of odd.headers)
      if (value === value.trim()) expect(seen[1]!.head).toEqual(expect.arrayContaining([name, value]))
  })
})

describe('an answer over HTTP/2', () => {
  const closed =
    (code: number): OnStream =>
    (stream) =>
      stream.close(code)
  it.each([
    ['a stream that is closed without a word', closed(http2.constants.NGHTTP2_NO_ERROR), 'reset'],
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
})
