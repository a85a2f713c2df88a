import { once } from 'node:events'
import { createServer } from 'node:http'
import { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { framingOfAnswer, framingOfRequest, requestLineOf } from './head.ts'
import { type Hearer, MOST_CHUNK_LINE_BYTES, MOST_HEAD_BYTES, MOST_HEADERS, Scanner } from './scanner.ts'

type Heard = { first: string; headers: (readonly [string, string])[]; body: string; isWhole: boolean }

function read(pieces: readonly Buffer[], { host, isAnswer = false }: { host?: string; isAnswer?: boolean } = {}) {
  const heard: Heard[] = []
  const lost: string[] = []
  const hearer: Hearer = {
    begins: () => undefined,
    head(head) {
      heard.push({ ...head, body: '', isWhole: false })
      return isAnswer ? framingOfAnswer(head, 'GET') : framingOfRequest(head)
    },
    body: (piece) => {
      heard.at(-1)!.body += piece.toString('latin1')
    },
    ends: () => {
      heard.at(-1)!.isWhole = true
    },
    isLost: (why) => void lost.push(why),
  }
  const scanner = new Scanner(hearer, host)
  const passed = [...pieces.flatMap((piece) => scanner.push(piece)), ...scanner.close()]
  return { heard, lost, passed: Buffer.concat(passed).toString('latin1') }
}

const bytes = (text: string) => Buffer.from(text, 'latin1')

function cut(whole: Buffer, places: readonly number[]): Buffer[] {
  const ats = [0, ...places.map((each) => each % (whole.length + 1)).sort((a, b) => a - b), whole.length]
  return ats.slice(1).map((to, nth) => whole.subarray(ats[nth], to))
}

const name = fc.stringMatching(/^X-[A-Za-z0-9!#$%&'*+.^_`|~-]{1,12}$/)
const value = fc.stringMatching(/^([!-~]([ -~]{0,20}[!-~])?)?$/)
const field = fc.tuple(name, fc.constantFrom('', ' ', '\t ', '  '), value, fc.constantFrom('', ' '))
const body = fc.stringMatching(/^[ -~\r\n]{0,60}$/)
const chunks = fc.array(fc.stringMatching(/^[ -~\r\n]{1,30}$/), { maxLength: 4 })

const message = (first: fc.Arbitrary<string>) =>
  fc.tuple(first, fc.array(field, { maxLength: 5 }), fc.oneof(body, chunks)).map(([line, fields, content]) => {
    const lines = fields.map(([each, before, said, behind]) => `${each}:${before}${said}${behind}\r\n`)
    const rest =
      typeof content === 'string'
        ? `Content-Length: ${content.length}\r\n\r\n${content}`
        : `transfer-encoding: chunked\r\n\r\n${content.map((each) => `${each.length.toString(16)};x=y\r\n${each}\r\n`).join('')}0\r\nX-Trailer: 1\r\n\r\n`
    return `${line}\r\nhOst:  proxy.test:1 \r\n${lines.join('')}${rest}`
  })
const requests = fc.array(message(fc.constantFrom('POST /v1/videos HTTP/1.1', 'PUT /a?b=c HTTP/1.1')), {
  minLength: 1,
  maxLength: 4,
})
const answers = fc.array(message(fc.constantFrom('HTTP/1.1 200 OK', 'HTTP/1.1 404', 'HTTP/1.1 103 Early')), {
  minLength: 1,
  maxLength: 4,
})
const places = fc.array(fc.nat(3000), { maxLength: 30 })

it('reads requests the same however they are split, and forwards all but the host unchanged', () => {
  fc.assert(
    fc.property(requests, places, (all, ats) => {
      const whole = bytes(all.join(''))
      const cutUp = read(cut(whole, ats), { host: 'target.test' })
      expect(cutUp).toEqual(read([whole], { host: 'target.test' }))
      expect(cutUp.lost).toEqual([])
      expect(cutUp.heard.map(({ isWhole }) => isWhole)).toEqual(all.map(() => true))
      expect(cutUp.passed).toBe(all.join('').replaceAll('hOst:  proxy.test:1 \r\n', 'hOst:  target.test \r\n'))
    }),
    { numRuns: 200, seed: 1 },
  )
})

it('forwards responses unchanged, however they are split', () => {
  fc.assert(
    fc.property(answers, places, (all, ats) => {
      const whole = bytes(all.join(''))
      const cutUp = read(cut(whole, ats), { isAnswer: true })
      expect(cutUp).toEqual(read([whole], { isAnswer: true }))
      expect(cutUp.passed).toBe(all.join(''))
    }),
    { numRuns: 200, seed: 1 },
  )
})

it("reads requests like Node's parser", async () => {
  const samples = fc.sample(fc.tuple(requests, places), { numRuns: 40, seed: 7 })
  for (const [all, ats] of samples) {
    const pieces = cut(bytes(all.join('')), ats)
    const told = read(pieces).heard.map(({ first, headers, body: said, isWhole }) => {
      const line = requestLineOf({ first, headers: [] })!
      return { method: line.method, path: line.path, headers: headers.flat(), body: said, isWhole }
    })
    expect(told).toEqual(await readByNode(pieces, all.length))
  }
})

const CHUNKED = 'POST / HTTP/1.1\r\nTransfer-Encoding: chunked'
const MANY = 'X-A: 1\r\n'.repeat(MOST_HEADERS + 1)

// Request smuggling: ambiguous input is forwarded, but no further request is parsed from it.
it.each([
  ['a folded header', 'GET / HTTP/1.1\r\nX-A: 1\r\n 2\r\n\r\n'],
  ['a folded host', 'GET / HTTP/1.1\r\nHost: proxy\r\n .test\r\nX-A: 1\r\n\r\n'],
  ['a space before the colon', 'GET / HTTP/1.1\r\nContent-Length : 5\r\n\r\n'],
  ['chunks and a length', `${CHUNKED}\r\nContent-Length: 5\r\n\r\n`],
  ['another coding after chunked', `${CHUNKED}, gzip\r\n\r\n`],
  ['different lengths', 'POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n'],
  ['a length with a sign', 'POST / HTTP/1.1\r\nContent-Length: +5\r\n\r\n'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\n'],
  ['a path with a space', 'GET /a b HTTP/1.1\r\n\r\n'],
  ['a long header', `GET / HTTP/1.1\r\nX-A: ${'x'.repeat(MOST_HEAD_BYTES)}\r\n\r\n`],
  ['many headers', `GET / HTTP/1.1\r\n${MANY}\r\n`],
  ['many trailers', `${CHUNKED}\r\n\r\n0\r\n${'X-A: 1234\r\n'.repeat(MOST_HEAD_BYTES / 10)}\r\n`],
])('stops reading at %s, and forwards it unchanged', (_, text) => {
  const whole = `${text}GET /hidden HTTP/1.1\r\nHost: mine\r\n\r\n`
  for (const ats of [[], [27, 30, 33], [10, 5000]]) {
    const { heard, lost, passed } = read(cut(bytes(whole), ats), { host: 'target.test' })
    expect(lost).toHaveLength(1)
    expect(heard.length).toBeLessThan(2)
    expect(passed).toBe(whole)
  }
})

it('reads up to its limits', () => {
  const headers = `GET / HTTP/1.1\r\n${'X-A: 1\r\n'.repeat(MOST_HEADERS - 1)}\r\n`
  expect(read([bytes(headers)]).lost).toEqual([])
  const most = MOST_CHUNK_LINE_BYTES
  const inPieces = (length: number) => {
    const text = `${CHUNKED}\r\n\r\n${'2;'.padEnd(length, 'x')}\r\nok\r\n0\r\n\r\n`
    return read(cut(bytes(text), [CHUNKED.length + 14, CHUNKED.length + 4 + length])).lost
  }
  expect([inPieces(most), inPieces(most + 1)]).toEqual([[], [expect.any(String)]])
})

it('holds back only bytes that may become the Host header', () => {
  const pieces = ['GET / HTTP/1.1\r', '\nX-A: 1\r\nHo', 'stess: 2\r\nHos', 't: proxy.tes', 't\r\n', 'H', ': 3\r\n\r\n']
  const hearer = { begins() {}, head: framingOfRequest, body() {}, ends() {}, isLost() {} }
  const scanner = new Scanner(hearer, 'target.test')
  const passed = pieces.map((piece) => Buffer.concat(scanner.push(bytes(piece))).toString())
  const host = 'Host: target.test\r\n'
  expect(passed).toEqual(['GET / HTTP/1.1\r', '\nX-A: 1\r\n', 'Hostess: 2\r\n', '', '', host, 'H: 3\r\n\r\n'])
})

async function readByNode(pieces: readonly Buffer[], count: number) {
  const seen: { method: string; path: string; headers: string[]; body: string; isWhole: boolean }[] = []
  let begun = 0
  let left = count
  const server = createServer({ requireHostHeader: false }, async (incoming, outgoing) => {
    const nth = begun++
    incoming.setEncoding('latin1')
    const said = await text(incoming)
    const { method = '', url = '', rawHeaders, complete } = incoming
    seen[nth] = { method, path: url, headers: rawHeaders, body: said, isWhole: complete }
    outgoing.end(() => --left === 0 && server.emit('enough'))
  })
  const socket = new Duplex({ read() {}, write: (_, __, done) => done() })
  const enough = once(server, 'enough')
  server.emit('connection', socket)
  for (const piece of pieces) if (piece.length > 0) socket.push(piece)
  await enough
  socket.destroy()
  server.close()
  return seen
}
