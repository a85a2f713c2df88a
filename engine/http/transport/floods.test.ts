import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { CertificatesForTests } from '../network/certificates-for-tests.ts'
import { Network } from '../network/network.ts'
import { portOf } from '../network/secure-servers-for-tests.ts'
import { closeAll, GET, never, saying, transportTo } from './servers-for-tests.ts'

const own = new CertificatesForTests()
const files = own.issue('server', ['IP:127.0.0.1'])
afterEach(closeAll)
afterAll(() => own.remove())

/** The limit is 1 MiB; socket buffers and the interval of checks add to it. */
const SENT_AT_MOST = 96 * 1024 * 1024
/** Without a limit, the test ends the flood. */
const FLOOD = 512 * 1024 * 1024

type Sent = { bytes: number }

function flood(socket: Socket, piece: Buffer | string, sent: Sent): void {
  const many = Buffer.concat(Array.from({ length: Math.ceil(65_536 / piece.length) }, () => Buffer.from(piece)))
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

const NOTHING = Buffer.alloc(0)
const SETTINGS = frame(4, 0, 0, NOTHING)
/** :status: 200, from the static table. */
const HEADERS = frame(1, 4, 1, Buffer.from([0x88]))
const LONG = Buffer.alloc(16_000, 'x')

/** Frames without a byte of a body. */
const FRAMES: [string, Buffer, Buffer][] = [
  ['DATA frames of padding', HEADERS, frame(0, 8, 1, Buffer.concat([Buffer.from([255]), Buffer.alloc(255)]))],
  ['ALTSVC frames', NOTHING, frame(10, 0, 0, Buffer.concat([Buffer.from([0, 1, 97]), LONG]))],
  ['frames of an unknown type', NOTHING, frame(0xfa, 0, 0, LONG)],
  ['PING frames', NOTHING, frame(6, 0, 0, Buffer.alloc(8))],
  ['CONTINUATION frames', frame(1, 0, 1, Buffer.from([0x88])), frame(9, 0, 1, NOTHING)],
  ['1xx responses', NOTHING, frame(1, 4, 1, Buffer.concat([Buffer.from([0x08, 3]), Buffer.from('103')]))],
]

/** A transport to a TLS server that speaks HTTP/2 frame by frame, and floods after the request or after the response. */
async function http2Flood(first: Buffer, piece: Buffer, sent: Sent, begin: 'at once' | 'when idle' = 'at once') {
  const options = { cert: readFileSync(files.cert), key: readFileSync(files.key), ALPNProtocols: ['h2'] }
  const server = createTlsServer(options, (socket) => {
    socket.on('error', () => undefined)
    socket.write(SETTINGS)
    let hasBegun = false
    socket.on('data', (data) => {
      // HEADERS of stream 1, with END_STREAM, with or without priority.
      const isRequest = [5, 37].some((flags) => data.includes(Buffer.from([1, flags, 0, 0, 0, 1])))
      if (hasBegun || !isRequest) return
      hasBegun = true
      socket.write(first)
      if (begin === 'at once') return flood(socket, piece, sent)
      socket.write(frame(0, 1, 1, Buffer.from('{}')))
      setTimeout(() => flood(socket, piece, sent), 50)
    })
  })
  server.on('tlsClientError', () => undefined)
  return transportTo(`https://127.0.0.1:${await portOf(server)}`, { network: new Network({ ca: own.ca }) })
}

type Result = Awaited<ReturnType<ReturnType<typeof transportTo>['send']>>

function expectExcess({ answer, failure }: Result, sent: Sent): void {
  expect(answer?.truncated === true || failure !== undefined).toBe(true)
  expect(failure?.kind ?? 'excess').toBe('excess')
  expect(sent.bytes).toBeLessThan(SENT_AT_MOST)
}

/** Waits until the flood has ended. */
async function expectEnd(sent: Sent): Promise<void> {
  let before = 0
  const hasEnded = () => {
    const isQuiet = sent.bytes > 0 && sent.bytes === before
    before = sent.bytes
    return isQuiet
  }
  await vi.waitUntil(hasEnded, { interval: 150, timeout: 30_000 })
  expect(sent.bytes).toBeLessThan(SENT_AT_MOST)
}

const OK = 'HTTP/1.1 200 OK\r\n'
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`

describe('a connection is closed at its limit', () => {
  it.each(FRAMES)('for %s', async (_, first, piece) => {
    const sent = { bytes: 0 }
    expectExcess(await (await http2Flood(first, piece, sent)).send(GET, never), sent)
  })

  it.each([
    ['blank lines before a response', '', '\r\n'],
    ['blank lines after a 100, read by node:http', 'HTTP/1.1 100 Continue\r\n\r\n', '\r\n'],
    ['headers', OK, 'X-More: 1\r\n'],
    ['1xx responses', '', 'HTTP/1.1 103 Early Hints\r\nX-More: 1\r\n\r\n'],
    ['chunk extensions', CHUNKED, '1;a=b\r\n{\r\n'],
    ['zeros before the length of a chunk', CHUNKED, '0'],
  ])('for %s', async (_, first, piece) => {
    const sent = { bytes: 0 }
    const origin = await saying((socket) => {
      socket.write(first)
      flood(socket, piece, sent)
    })
    expectExcess(await transportTo(origin).send(GET, never), sent)
  })

  it('for HTTP/2 frames between two requests', async () => {
    const sent = { bytes: 0 }
    const transport = await http2Flood(HEADERS, FRAMES[2]![2], sent, 'when idle')
    expect((await transport.send(GET, never)).answer?.bytes.toString()).toBe('{}')
    await expectEnd(sent)
  })

  it('for responses between two requests', async () => {
    const sent = { bytes: 0 }
    const response = `${OK}Content-Length: 2\r\n\r\n{}`
    const origin = await saying((socket) => {
      socket.write(response)
      setTimeout(() => flood(socket, response, sent), 50)
    })
    expect((await transportTo(origin).send(GET, never)).answer?.bytes.toString()).toBe('{}')
    await expectEnd(sent)
  })
})
