import { setTimeout } from 'node:timers/promises'
import * as zlib from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { unanswered } from '../../history/handwritten-for-tests.ts'
import { mayPass } from '../../history/reading/transient.ts'
import { Vault } from '../../keys/vault.ts'
import { BOUNDS } from '../../settings/bounds/bounds.ts'
import { configure } from '../../settings/configuration.ts'
import { readable } from '../answers/readable.ts'
import { closeAll, GET, saying, sentTo, wireTo } from './wire-for-tests.ts'

afterEach(closeAll)

/** What undici reads, and behind a 100 that nobody asked for, Node. */
const READERS = [
  ['undici', ''],
  ['Node', 'HTTP/1.1 100 Continue\r\n\r\n'],
] as const

const END = 'Content-Length: 2\r\n\r\n{}'

describe.each(READERS)('as %s reads it, an answer', (_, before) => {
  const answering = (text: string) => saying((socket) => socket.end(`${before}${text}`))

  it('has as many headers as are read, and no more', async () => {
    const withHeaders = (count: number) => `HTTP/1.1 200 OK\r\n${'X-More: 1\r\n'.repeat(count - 1)}${END}`
    const most = BOUNDS.headers.most
    expect((await sentTo(await answering(withHeaders(most)))).answer!.headers).toHaveLength(most)
    expect(await sentTo(await answering(withHeaders(most + 1)))).toMatchObject({ failure: { kind: 'excess' } })
  })

  it('has a head as long as is read, and no longer', async () => {
    const withHead = (length: number) => `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(length)}\r\n${END}`
    const most = BOUNDS.headBytes.most
    expect((await sentTo(await answering(withHead(most / 2)))).answer).toMatchObject({ status: 200 })
    expect(await sentTo(await answering(withHead(most)))).toMatchObject({ failure: { kind: 'excess' } })
  })

  it('has trailers that are no longer either', async () => {
    const trailers = `X-Long: ${'x'.repeat(BOUNDS.headBytes.most)}\r\n`
    const text = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n${trailers}\r\n`
    expect(await sentTo(await answering(text))).toMatchObject({ failure: { kind: 'excess' } })
  })

  it('comes behind a few others, and not behind ever more', async () => {
    const behind = (count: number) => `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(count)}HTTP/1.1 200 OK\r\n${END}`
    expect((await sentTo(await answering(behind(10)))).answer).toMatchObject({ status: 200 })
    expect(await sentTo(await answering(behind(BOUNDS.earlyAnswers.most + 1)))).toMatchObject({
      failure: { kind: 'excess' },
    })
  })

  it('is left where hardly anything comes in very much', async () => {
    let sent = 0
    const origin = await saying((socket) => {
      socket.write(`${before}HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n`)
      const chunk = Buffer.from(`1;${'x'.repeat(8000)}\r\n{\r\n`)
      const pour = () => {
        do sent += chunk.length
        while (!socket.destroyed && socket.write(chunk))
      }
      socket.on('drain', pour)
      pour()
    })
    const result = await sentTo(origin, { mostBytes: 100_000 })
    // Node itself bounds what stands beside the length of a chunk.
    if (!result.failure) expect(result.answer).toMatchObject({ status: 200, truncated: true })
    else expect(result.failure.kind).toBe('excess')
    expect(sent).toBeLessThan(100_000 * BOUNDS.framingTimes.most + 16 * 1024 * 1024)
  })

  it('is whole where each of its bytes is a chunk', async () => {
    const body = '1\r\nx\r\n'.repeat(50_000)
    const { answer } = await sentTo(
      await answering(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body}0\r\n\r\n`),
      { mostBytes: 50_000 },
    )
    expect(answer).toMatchObject({ truncated: false, bytes: Buffer.alloc(50_000, 'x') })
  })
})

describe('of an answer', () => {
  const vault = new Vault({ A: 'cl_0123456789abcdef' }, 1)
  const raw = { status: 200, statusText: '', headers: [], bytes: Buffer.from('{}'), truncated: false }

  it('the words behind its status are kept as far as anybody reads them', async () => {
    const most = BOUNDS.statusTextCharacters.most
    const { statusText } = await readable({ ...raw, statusText: 'x'.repeat(10 * most) }, vault)
    expect(statusText).toHaveLength(most)
  })

  it('that unpacks to more than is read, nobody knows the end, and it is not called broken', async () => {
    const bytes = zlib.gzipSync(Buffer.alloc(BOUNDS.unpackedBytes.most + 1))
    const read = await readable({ ...raw, bytes, headers: [['Content-Encoding', 'gzip']] }, vault)
    expect(read).toMatchObject({ status: 200, truncated: true })
    expect(read).not.toHaveProperty('garbled')
  })
})

it('nobody concludes anything from what is left for being too much', () => {
  const last = { again: { attempts: [1], control: 2, last: true as const } }
  expect(mayPass({ ...unanswered('excess'), ...last })).toBe(true)
  expect(mayPass({ ...unanswered('reset'), ...last })).toBe(false)
})

it('the times and connections of a run are those of the table, unless it is told otherwise', () => {
  expect(configure({}, false).requestTimeoutMs).toBe(BOUNDS.silenceMs.most)
  expect(BOUNDS.answerMs.most).toBeGreaterThan(BOUNDS.silenceMs.most)
  expect(BOUNDS.connectMs.most).toBeLessThanOrEqual(BOUNDS.silenceMs.most)
})

it('no more connections stand at once than are allowed, however many answers are outstanding', async () => {
  const most = BOUNDS.connections.most
  let opened = 0
  let asked = 0
  const origin = await saying(
    () => asked++,
    () => opened++,
  )
  const wire = wireTo(origin, { connections: most, requestTimeoutMs: 60_000 })
  const given = new AbortController()
  const sent = Array.from({ length: 3 * most }, () => wire.send(GET, given.signal))
  await vi.waitUntil(() => asked === most, { timeout: 30_000 })
  await setTimeout(50)
  // None was closed, so that all that were ever opened stand at once.
  expect({ opened, asked }).toEqual({ opened: most, asked: most })
  given.abort()
  await Promise.all(sent)
})
