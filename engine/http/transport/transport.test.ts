import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LIMITS } from '../../config/limits.ts'
import { classifyFailure } from './failures.ts'
import { closeAll, closedPort, GET, never, saying, sentTo, serving, transportTo } from './servers-for-tests.ts'

afterEach(closeAll)

const POST = { method: 'POST', path: '/v1/videos', headers: [] as const, body: '{"prompt":"ü"}' }
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'
const END = 'Content-Length: 2\r\n\r\n{}'

describe('Transport', () => {
  it('returns status, headers in order with duplicates, and bytes', async () => {
    const head = 'HTTP/1.1 402 Pay\r\nX-One: 1\r\nset-cookie: a\r\nSet-Cookie: b\r\nContent-Length: 3\r\n\r\n'
    const { answer } = await sentTo(await saying((socket) => socket.end(`${head}\xff\x00z`, 'latin1')))
    expect(answer).toMatchObject({
      status: 402,
      statusText: 'Pay',
      truncated: false,
      bytes: Buffer.from([255, 0, 122]),
    })
    expect(answer!.headers).toEqual([
      ['X-One', '1'],
      ['set-cookie', 'a'],
      ['Set-Cookie', 'b'],
      ['Content-Length', '3'],
    ])
  })

  it('sends path, headers and body as given', async () => {
    const origin = await serving(({ method, url, rawHeaders }, response) =>
      response.end([method, url, ...rawHeaders].join('|')),
    )
    const headers = [['Authorization', ''] as const, ['X-Twice', '1'] as const, ['X-Twice', '2'] as const]
    const { answer } = await transportTo(origin).send({ ...POST, path: '/v1/videos?a=%20b', headers }, never)
    const sent = answer!.bytes.toString()
    expect(sent).toMatch(/^POST\|\/v1\/videos\?a=%20b\|host\|.*\|Authorization\|\|X-Twice\|1\|X-Twice\|2\|/)
    expect(sent).not.toMatch(/user-agent|accept/i)
  })

  it('sends a body in two pieces with its length, on the same connection', async () => {
    const ports = new Set<number | undefined>()
    const origin = await serving((request, response) => {
      const pieces: string[] = []
      ports.add(request.socket.remotePort)
      request.on('data', (piece: Buffer) => pieces.push(piece.toString('latin1')))
      request.on('end', () => response.end(JSON.stringify([request.headers['content-length'], ...pieces])))
    })
    const transport = transportTo(origin)
    const received = async (more: object) =>
      JSON.parse((await transport.send({ ...POST, ...more }, never)).answer!.bytes.toString())
    expect(await received({})).toEqual(['15', '{"prompt":"\u00c3\u00bc"}'])
    // A busy machine may read both pieces at once.
    let inPieces: string[] = []
    for (let sent = 0; sent < 10 && inPieces.length < 3; sent++) inPieces = await received({ inPieces: true })
    expect(inPieces).toEqual(['15', '{"prompt', '":"\u00c3\u00bc"}'])
    expect(ports.size).toBe(1)
  })

  it('reads an unsolicited 100 and blanks around a length, and repeats the request for it', async () => {
    const rest = 'Connection: close\r\nContent-Length: \t 2  \r\nX-One:\t1\t\r\n\r\n{}'
    const origin = await saying((socket) => socket.end(`${CONTINUE}HTTP/1.1 200 OK\r\n${rest}`))
    const transport = transportTo(origin)
    for (const connection of [2, 3]) {
      const result = await transport.send(GET, never)
      expect(result).toMatchObject({ answer: { status: 200, bytes: Buffer.from('{}') }, connection })
      expect(new Map(result.answer!.headers).get('X-One')).toBe('1')
    }
  })

  it('does not repeat a POST for an unsolicited 100', async () => {
    let requests = 0
    const origin = await saying((socket) => {
      requests++
      socket.end(`${CONTINUE}HTTP/1.1 202 Accepted\r\n${END}`)
    })
    const transport = transportTo(origin)
    expect(await transport.send(POST, never)).toMatchObject({ failure: { kind: 'reset' } })
    expect(requests).toBe(1)
    expect(await transport.send(POST, never)).toMatchObject({ answer: { status: 202 } })
  })

  it('returns a 101 from node:http', async () => {
    const origin = await saying((socket) => socket.end(`${CONTINUE}HTTP/1.1 101 OK\r\n${END}`))
    expect((await sentTo(origin)).answer?.status).toBe(101)
  })

  it('truncates an endless body', async () => {
    const origin = await serving((_, response) => {
      const flow = setInterval(() => response.write('x'.repeat(500)), 1)
      response.on('close', () => clearInterval(flow))
    })
    const { answer } = await sentTo(origin, { mostBytes: 2000 })
    expect(answer).toMatchObject({ status: 200, truncated: true })
    expect(answer!.bytes.length).toBeGreaterThan(2000)
    expect(answer!.bytes.length).toBeLessThan(100_000)
  })

  it.each([
    ['undici', ''],
    ['node:http', CONTINUE],
  ])('reads up to 256 headers and 32 KiB of them with %s', async (_, before) => {
    const answering = async (head: string) =>
      sentTo(await saying((socket) => socket.end(`${before}HTTP/1.1 200 OK\r\n${head}${END}`)))
    expect((await answering('X-More: 1\r\n'.repeat(255))).answer!.headers).toHaveLength(256)
    expect(await answering('X-More: 1\r\n'.repeat(256))).toMatchObject({ failure: { kind: 'excess' } })
    const long = (length: number) => answering(`X-Long: ${'x'.repeat(length)}\r\n`)
    expect(await long(LIMITS.headBytes / 2)).toMatchObject({ answer: { status: 200 } })
    expect(await long(LIMITS.headBytes)).toMatchObject({ failure: { kind: 'excess' } })
  })

  it('opens no more connections than allowed', async () => {
    const [most, given] = [3, new AbortController()]
    let [opened, requests] = [0, 0]
    const origin = await saying(
      () => requests++,
      () => opened++,
    )
    const transport = transportTo(origin, { connections: most })
    const sent = Array.from({ length: 3 * most }, () => transport.send(GET, given.signal))
    await vi.waitUntil(() => requests === most)
    await sleep(50)
    expect({ opened, requests }).toEqual({ opened: most, requests: most })
    given.abort()
    await Promise.all(sent)
  })

  it('keeps named connections for their requests, and opens new ones afresh', async () => {
    const transport = transportTo(await serving((_, response) => response.end('{}')))
    const sent = [
      await transport.send(GET, never, { alone: 'a' }),
      await transport.send(GET, never),
      await transport.send(GET, never, { alone: 'a' }),
      await transport.send(GET, never),
      await transport.send(GET, never, { afresh: true }),
    ]
    expect(sent.map(({ connection }) => connection)).toEqual([1, 2, 1, 2, 3])
    expect(sent.map(({ connected }) => connected !== undefined)).toEqual([true, true, false, false, true])
  })
})

describe('a failure', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['reset', (socket) => socket.end()],
    ['reset', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nshort')],
    ['reset', (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe')],
    ['malformed', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
    ['malformed', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n')],
    ['malformed', (socket) => socket.end('HTTP/1.1 OK\r\n\r\n')],
  ])('is %s for %s', async (kind, speak) => {
    const result = await sentTo(await saying(speak))
    expect(result.answer).toBeUndefined()
    expect(result.failure?.kind).toBe(kind)
  })

  it('is refused if nothing listens', async () => {
    expect(await sentTo(`http://127.0.0.1:${await closedPort()}`)).toMatchObject({ failure: { kind: 'refused' } })
  })

  it('is timeout for a body that drips forever', async () => {
    const origin = await serving((_, response) => {
      response.write('{')
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    })
    const { failure, brokenOff } = await sentTo(origin, { requestTimeoutMs: 100 })
    expect(failure).toEqual({ kind: 'timeout', message: 'the response was not complete in time' })
    expect(brokenOff).toMatchObject({ status: 200, truncated: true })
  })

  it('is interrupted when the run ends or has ended', async () => {
    const transport = transportTo(await saying(() => undefined))
    const interrupt = new AbortController()
    const waiting = transport.send(GET, interrupt.signal)
    setTimeout(() => interrupt.abort(), 30)
    expect(await waiting).toMatchObject({ failure: { kind: 'interrupted' } })
    expect(await transport.send(GET, AbortSignal.abort())).toMatchObject({ failure: { kind: 'interrupted' } })
  })

  it.each([
    ['ECONNREFUSED', 'refused'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
    ['ENOTFOUND', 'dns'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['HPE_HEADER_OVERFLOW', 'excess'],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'malformed'],
    ['ERR_HTTP2_SESSION_ERROR', 'reset'],
  ] as const)('with code %s is %s, also as a cause', (code, kind) => {
    const error = Object.assign(new Error('no'), { code })
    expect(classifyFailure(error)).toEqual({ kind, message: `${code}: no` })
    expect(classifyFailure(new TypeError('failed', { cause: error }))).toMatchObject({ kind })
    expect(classifyFailure(new AggregateError([new Error('v6'), error]))).toMatchObject({ kind })
  })
})
