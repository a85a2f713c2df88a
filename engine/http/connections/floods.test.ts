import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import { CertificatesForTests } from '../network/certificates-for-tests.ts'
import { Network } from '../network/network.ts'
import { closeServers, portOf } from '../network/secure-servers-for-tests.ts'
import { closeAll, GET, never, saying, wireTo } from './wire-for-tests.ts'

const own = new CertificatesForTests()
const files = own.issue('server', ['IP:127.0.0.1'])
afterEach(closeAll)
afterEach(closeServers)
afterAll(() => own.remove())

const MEBIBYTE = 1024 * 1024
const MOST_BYTES = 1000
/** What the operating system and both ends hold is sent, too, and what comes until somebody looks again. */
const SENT_AT_MOST = MOST_BYTES * BOUNDS.framingTimes.most + 96 * MEBIBYTE
/** Where nothing ends the flood, the test does. */
const FLOOD = 512 * MEBIBYTE

/** Writes the same bytes over and over for as long as somebody reads them. */
function flood(socket: Socket, piece: Buffer, sent: { bytes: number }): void {
  const many = Buffer.concat(Array.from({ length: Math.ceil(65_536 / piece.length) }, () => piece))
  const pour = () => {
    let isTaken = true
    while (isTaken && !socket.destroyed && sent.bytes < FLOOD) {
      isTaken = socket.write(many)
      sent.bytes += many.length
    }
    if (sent.bytes >= FLOOD) socket.destroy()
  }
  socket.on('drain', pour)
  pour()
}

function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

const SETTINGS = frame(4, 0, 0, Buffer.alloc(0))
/** :status: 200, from the static table. */
const HEADERS = frame(1, 4, 1, Buffer.from([0x88]))
const LONG = Buffer.alloc(16_000, 'x')
const ofOrigin = (rest: Buffer) => Buffer.concat([Buffer.from([0, 1]), Buffer.from('a'), rest])

/** What an HTTP/2 server may send again and again without a byte of a body. */
const FRAMES: [string, Buffer, Buffer][] = [
  ['DATA frames of padding alone', HEADERS, frame(0, 8, 1, Buffer.concat([Buffer.from([255]), Buffer.alloc(255)]))],
  ['ALTSVC frames', Buffer.alloc(0), frame(10, 0, 0, ofOrigin(LONG))],
  ['frames of an unknown type', Buffer.alloc(0), frame(0xfa, 0, 0, LONG)],
  ['PING frames', Buffer.alloc(0), frame(6, 0, 0, Buffer.alloc(8))],
  ['CONTINUATION frames', frame(1, 0, 1, Buffer.from([0x88])), frame(9, 0, 1, Buffer.alloc(0))],
  ['early answers', Buffer.alloc(0), frame(1, 4, 1, Buffer.concat([Buffer.from([0x08, 3]), Buffer.from('103')]))],
]

/** A TLS server that speaks HTTP/2 frame by frame. */
async function http2Flood(
  first: Buffer,
  piece: Buffer,
  sent: { bytes: number },
  begin: 'asked' | 'answered' = 'asked',
) {
  const server = createTlsServer(
    { cert: readFileSync(files.cert), key: readFileSync(files.key), ALPNProtocols: ['h2'] },
    (socket) => {
      socket.on('error', () => undefined)
      socket.write(SETTINGS)
      let isBegun = false
      socket.on('data', (data) => {
        // The preface and the settings come in front of the request.
        const isAsked =
          data.includes(Buffer.from([1, 5, 0, 0, 0, 1])) || data.includes(Buffer.from([1, 37, 0, 0, 0, 1]))
        if (isBegun || !isAsked) return
        isBegun = true
        socket.write(first)
        if (begin === 'asked') return flood(socket, piece, sent)
        socket.write(frame(0, 1, 1, Buffer.from('{}')))
        setTimeout(() => flood(socket, piece, sent), 50)
      })
    },
  )
  server.on('tlsClientError', () => undefined)
  const origin = `https://127.0.0.1:${await portOf(server)}`
  return wireTo(origin, { network: new Network({ ca: own.ca }), mostBytes: MOST_BYTES, requestTimeoutMs: 5000 })
}

type Result = Awaited<ReturnType<ReturnType<typeof wireTo>['send']>>

const isLeft = ({ answer, failure }: Result) => answer?.truncated === true || failure !== undefined

describe('a connection of HTTP/2 ends at the byte limit of an answer', () => {
  it.each(FRAMES)('in %s', async (_, first, piece) => {
    const sent = { bytes: 0 }
    const result = await (await http2Flood(first, piece, sent)).send(GET, never)
    expect(result).toSatisfy(isLeft)
    expect(result.failure?.kind ?? 'excess').toBe('excess')
    expect(sent.bytes).toBeLessThan(SENT_AT_MOST)
  })

  it.each(FRAMES.filter(([, first]) => first.length === 0).slice(0, 3))(
    'between two requests in %s',
    async (_, __, piece) => {
      const sent = { bytes: 0 }
      const wire = await http2Flood(HEADERS, piece, sent, 'answered')
      expect((await wire.send(GET, never)).answer?.bytes.toString()).toBe('{}')
      await vi.waitUntil(() => sent.bytes > 0)
      await quiet(sent)
      expect(sent.bytes).toBeLessThan(SENT_AT_MOST)
    },
  )
})

const OK = 'HTTP/1.1 200 OK\r\n'
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`
const LINES: [string, string, string][] = [
  ['blank lines before an answer', '', '\r\n'],
  ['headers', OK, 'X-More: 1\r\n'],
  ['early answers', '', 'HTTP/1.1 103 Early Hints\r\nX-More: 1\r\n\r\n'],
  ['chunk extensions', CHUNKED, '1;a=b\r\n{\r\n'],
  ['zeros before the length of a chunk', CHUNKED, '0'],
]

/** What undici reads, and behind a 100 that nobody asked for, Node. */
const READERS = [
  ['undici', ''],
  ['Node', 'HTTP/1.1 100 Continue\r\n\r\n'],
] as const

describe.each(READERS)('a connection of HTTP/1.1 that %s reads ends at the byte limit of an answer', (_, before) => {
  it.each(LINES)('in %s', async (_, first, piece) => {
    const sent = { bytes: 0 }
    const origin = await saying((socket) => {
      socket.write(before + first)
      flood(socket, Buffer.from(piece), sent)
    })
    const result = await wireTo(origin, { mostBytes: MOST_BYTES, requestTimeoutMs: 5000 }).send(GET, never)
    expect(result).toSatisfy(isLeft)
    expect(result.failure?.kind ?? 'excess').toBe('excess')
    // undici and Node may each have read it once.
    expect(sent.bytes).toBeLessThan(2 * SENT_AT_MOST)
  })

  it('between two requests', async () => {
    const sent = { bytes: 0 }
    const origin = await saying((socket) => {
      socket.write(`${before}${OK}Content-Length: 2\r\n\r\n{}`)
      setTimeout(() => flood(socket, Buffer.from(`${OK}Content-Length: 2\r\n\r\n{}`), sent), 50)
    })
    const wire = wireTo(origin, { mostBytes: MOST_BYTES })
    expect((await wire.send(GET, never)).answer?.bytes.toString()).toBe('{}')
    await vi.waitUntil(() => sent.bytes > 0)
    await quiet(sent)
    expect(sent.bytes).toBeLessThan(SENT_AT_MOST)
  })
})

describe('a connection that is being opened through a proxy ends at 1 MiB', () => {
  it.each([['the words behind a status', 'HTTP/1.1 200 ', 'x']])('in %s', async (_, first, piece) => {
    const sent = { bytes: 0 }
    const proxy = await saying((socket) => {
      socket.write(first)
      flood(socket, Buffer.from(piece), sent)
    })
    const network = new Network({ environment: { HTTP_PROXY: proxy } })
    const { failure } = await wireTo('http://api.test', { network, requestTimeoutMs: 5000 }).send(GET, never)
    expect(failure?.kind).toMatch(/^(excess|proxy)$/)
    expect(sent.bytes).toBeLessThan(SENT_AT_MOST)
  })
})

/** Until no more is sent. */
async function quiet(sent: { bytes: number }): Promise<void> {
  let before = -1
  await vi.waitUntil(
    () => {
      const isQuiet = sent.bytes === before
      before = sent.bytes
      return isQuiet
    },
    { interval: 150, timeout: 30_000 },
  )
}
