import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import { unanswered } from '../../history/handwritten-for-tests.ts'
import { mayPass } from '../../history/reading/facts.ts'
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
})

it('nobody concludes anything from what is left for being too much', () => {
  const last = { again: { attempts: [1], control: 2, last: true as const } }
  expect(mayPass({ ...unanswered('excess'), ...last })).toBe(true)
  expect(mayPass({ ...unanswered('reset'), ...last })).toBe(false)
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
