import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as net from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { Wire, type WireOptions, type WireRequest } from './wire.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const GET: WireRequest = { method: 'GET', path: '/v1/models', headers: [['Authorization', 'Bearer x']] }
const never = new AbortController().signal

async function listening(server: net.Server, sockets: Set<net.Socket>): Promise<string> {
  server.on('connection', (socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A server that says what it is told to as soon as something comes. */
function saying(speak: (socket: net.Socket) => void): Promise<string> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', () => speak(socket))
  })
  return listening(server, new Set())
}

const serving = (listener: RequestListener) => listening(createServer(listener), new Set())

let connections = 0

function wireTo(origin: string, options: Partial<WireOptions> = {}): Wire {
  connections = 0
  const wire = new Wire(origin, {
    connections: 2,
    requestTimeoutMs: 5000,
    mostBytes: 1000,
    nextConnection: () => ++connections,
    ...options,
  })
  closers.unshift(() => wire.close())
  return wire
}

async function sentTo(origin: string, options: Partial<WireOptions> = {}) {
  return wireTo(origin, options).send(GET, never)
}

describe('no answer', () => {
  it('comes from a port where nobody listens', async () => {
    const server = net.createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    expect(await sentTo(`http://127.0.0.1:${port}`)).toMatchObject({ failure: { kind: 'refused' } })
  })

  it.each<[string, string, (socket: net.Socket) => void]>([
    ['a connection closed before it', 'reset', (socket) => socket.end()],
    ['a connection torn down before it', 'reset', (socket) => socket.resetAndDestroy()],
    ['a connection closed within its head', 'reset', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-')],
    [
      'a chunked body that is cut off',
      'reset',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe'),
    ],
  ])('comes whole from %s', async (_, kind, speak) => {
    const result = await sentTo(await saying(speak))
    expect(result.answer).toBeUndefined()
    expect(result.failure?.kind).toBe(kind)
  })

  it.each(['SSH-2.0-OpenSSH_9.6\r\n', 'HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n', 'HTTP/1.1 OK\r\n\r\n'])(
    'comes from %j, which is not HTTP',
    async (text) => {
      const result = await sentTo(await saying((socket) => socket.end(text)))
      expect(result.answer).toBeUndefined()
      expect(result.failure).toBeDefined()
    },
  )

  it('comes whole where the connection is closed before the length that was announced', async () => {
    const result = await sentTo(
      await saying((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nshort')),
    )
    expect(result.answer).toBeUndefined()
    expect(['reset', 'malformed']).toContain(result.failure?.kind)
  })

  it('comes in time where the head never ends', async () => {
    const origin = await saying((socket) => socket.write('HTTP/1.1 200 OK\r\nX-Slow: '))
    expect(await sentTo(origin, { requestTimeoutMs: 100 })).toMatchObject({ failure: { kind: 'timeout' } })
  })

  it('comes in time where the body drips for ever', async () => {
    const origin = await serving((_, response) => {
      response.write('{')
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    })
    expect(await sentTo(origin, { requestTimeoutMs: 100 })).toMatchObject({
      failure: { kind: 'timeout', message: 'the answer did not come to its end in time' },
    })
  })

  it('comes to a run that ends meanwhile, or has ended', async () => {
    const origin = await saying(() => undefined)
    const wire = wireTo(origin)
    const interrupt = new AbortController()
    const waiting = wire.send(GET, interrupt.signal)
    setTimeout(() => interrupt.abort(), 30)
    expect(await waiting).toMatchObject({ failure: { kind: 'interrupted' } })
    expect(await wire.send(GET, AbortSignal.abort())).toMatchObject({ failure: { kind: 'interrupted' } })
  })
})

describe('an answer', () => {
  it('comes with its status, its headers in order and twice, and its bytes', async () => {
    const origin = await saying((socket) =>
      socket.end(
        'HTTP/1.1 402 Pay\r\nX-One: 1\r\nset-cookie: a\r\nSet-Cookie: b\r\nContent-Length: 3\r\n\r\n\xff\x00z',
        'latin1',
      ),
    )
    const { answer } = await sentTo(origin)
    expect(answer).toMatchObject({ status: 402, truncated: false, bytes: Buffer.from([0xff, 0, 0x7a]) })
    expect(answer!.headers).toEqual([
      ['X-One', '1'],
      ['set-cookie', 'a'],
      ['Set-Cookie', 'b'],
      ['Content-Length', '3'],
    ])
  })

  it('is asked for with the headers and the body as they were written', async () => {
    const origin = await serving((request, response) => {
      request
        .setEncoding('utf8')
        .on('data', (body) => response.end(`${request.method} ${request.url} ${request.rawHeaders.join('|')} ${body}`))
    })
    const request: WireRequest = {
      method: 'POST',
      path: '/v1/videos?a=%20b',
      headers: [
        ['Authorization', ''],
        ['X-Twice', '1'],
        ['X-Twice', '2'],
      ],
      body: '{"a": ü}',
    }
    const { answer } = await wireTo(origin).send(request, never)
    expect(answer!.bytes.toString()).toMatch(
      /^POST \/v1\/videos\?a=%20b .*Authorization\|\|X-Twice\|1\|X-Twice\|2.* \{"a": ü\}$/i,
    )
    expect(answer!.bytes.toString()).not.toMatch(/user-agent|accept/i)
  })

  it('that redirects is the answer, and nobody follows', async () => {
    const asked: string[] = []
    const origin = await serving((request, response) => {
      asked.push(request.url!)
      response.writeHead(302, { Location: '/elsewhere' }).end()
    })
    expect(await sentTo(origin)).toMatchObject({ answer: { status: 302 } })
    expect(asked).toEqual(['/v1/models'])
  })

  it('is not what is said before it', async () => {
    const early = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'
    const origin = await saying((socket) =>
      socket.end(`${early}HTTP/1.1 200 OK\r\nX-Last: yes\r\nContent-Length: 2\r\n\r\nok`),
    )
    const { answer } = await sentTo(origin)
    expect(answer).toMatchObject({
      status: 200,
      headers: [
        ['X-Last', 'yes'],
        ['Content-Length', '2'],
      ],
      bytes: Buffer.from('ok'),
    })
  })

  it('may end with its connection', async () => {
    expect(await sentTo(await saying((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nto the end')))).toMatchObject({
      answer: { bytes: Buffer.from('to the end'), truncated: false },
    })
  })

  it('is read to a bound, though it never ends', async () => {
    const origin = await serving((_, response) => {
      const flow = setInterval(() => response.write('x'.repeat(500)), 1)
      response.on('close', () => clearInterval(flow))
    })
    const { answer } = await sentTo(origin, { mostBytes: 2000 })
    expect(answer).toMatchObject({ status: 200, truncated: true })
    expect(answer!.bytes.length).toBeGreaterThan(2000)
    expect(answer!.bytes.length).toBeLessThan(100_000)
  })
})

describe('connections', () => {
  const answering = (headers = {}) => serving((_, response) => response.writeHead(200, headers).end('ok'))

  it('are kept and numbered from one', async () => {
    const wire = wireTo(await answering())
    expect([(await wire.send(GET, never)).connection, (await wire.send(GET, never)).connection]).toEqual([1, 1])
  })

  it('are counted anew where the server closes each', async () => {
    const wire = wireTo(await answering({ Connection: 'close' }))
    expect([(await wire.send(GET, never)).connection, (await wire.send(GET, never)).connection]).toEqual([1, 2])
  })

  it('are as many as allowed, however much is sent at once', async () => {
    const wire = wireTo(await answering())
    const results = await Promise.all(Array.from({ length: 12 }, () => wire.send(GET, never)))
    expect(results.every((each) => each.answer?.status === 200)).toBe(true)
    expect(new Set(results.map((each) => each.connection)).size).toBeLessThanOrEqual(2)
  })

  it('carry one name alone where one is given', async () => {
    const wire = wireTo(await answering())
    const { connection: shared } = await wire.send(GET, never)
    const { connection: own } = await wire.send(GET, never, 'own')
    const results = [
      await wire.send(GET, never),
      await wire.send(GET, never, 'own'),
      await wire.send(GET, never, 'another'),
    ]
    expect(results.map((each) => each.connection)).toEqual([shared, own, 3])
    expect(own).not.toBe(shared)
  })

  it('are opened again after a failure', async () => {
    let broken = true
    const origin = await saying((socket) => {
      socket.end(broken ? '' : 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
      broken = false
    })
    const wire = wireTo(origin)
    expect(await wire.send(GET, never)).toMatchObject({ failure: { kind: 'reset' } })
    expect(await wire.send(GET, never)).toMatchObject({ answer: { status: 200 } })
  })
})
