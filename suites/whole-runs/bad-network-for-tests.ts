import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { Agent, request } from 'undici'

/** Failures of a request on its way, or of its response on the way back. */
export const MISHAPS = [
  'nothing',
  'a reset before',
  'a reset after',
  '429',
  '429 for an hour',
  '503 for a moment',
  '504 after',
  'no HTTP',
] as const
export type Mishap = (typeof MISHAPS)[number]

/** The requests and jobs that the server has seen. */
export type Seen = { requests: number; mostAtOnce: number; jobs: string[] }

/** Failures for submissions, and for other requests, in turn and then from the beginning. */
type Mishaps = { submissions: readonly Mishap[]; others: readonly Mishap[] }

/** A server behind a network that applies the failures in turn, after `calm` undisturbed requests. */
export async function behindABadNetwork(baseUrl: string, mishaps: Mishaps, calm = 0) {
  const { origin, pathname } = new URL(baseUrl)
  const agent = new Agent({ connections: 32 })
  const seen: Seen = { requests: 0, mostAtOnce: 0, jobs: [] }
  const turns = new Map<readonly Mishap[], number>()
  let underWay = 0

  const forwarded = async (asked: IncomingMessage, body: Buffer) => {
    const { host: _, connection: __, 'content-length': ___, ...headers } = asked.headers
    const answer = await request(origin + asked.url, {
      dispatcher: agent,
      method: asked.method as 'GET',
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body }),
    })
    const answered = Buffer.from(await answer.body.arrayBuffer())
    if (asked.method === 'POST' && answer.statusCode === 202) seen.jobs.push(body.toString())
    return { status: answer.statusCode, headers: answer.headers, body: answered }
  }

  const pass = async (asked: IncomingMessage, response: ServerResponse, leave: () => void) => {
    const { status, headers, body } = await forwarded(asked, await buffer(asked))
    const { 'content-length': _, 'transfer-encoding': __, connection: ___, ...kept } = headers
    leave()
    response.writeHead(status, kept as Record<string, string>).end(body)
  }

  const refused = (response: ServerResponse, status: number, headers: Record<string, string> = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{"code":"capacity_exceeded"}')

  type Meets = (asked: IncomingMessage, response: ServerResponse, leave: () => void) => unknown
  const atOnce =
    (answer: (response: ServerResponse, asked: IncomingMessage) => unknown): Meets =>
    (asked, response, leave) => {
      leave()
      answer(response, asked)
    }
  const afterwards =
    (answer: Parameters<typeof atOnce>[0]): Meets =>
    async (asked, response, leave) => {
      await forwarded(asked, await buffer(asked))
      atOnce(answer)(asked, response, leave)
    }
  const meet: Record<Mishap, Meets> = {
    nothing: pass,
    'a reset before': atOnce((_, asked) => asked.socket.resetAndDestroy()),
    'a reset after': afterwards((_, asked) => asked.socket.resetAndDestroy()),
    '429': atOnce((response) => refused(response, 429, { 'retry-after': '0' })),
    '429 for an hour': atOnce((response) => refused(response, 429, { 'retry-after': '3600' })),
    '503 for a moment': atOnce((response) => response.writeHead(503, { 'retry-after': '0.05' }).end()),
    '504 after': afterwards((response) => response.writeHead(504).end()),
    'no HTTP': atOnce((_, asked) => asked.socket.end('HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\n{}')),
  }

  const server = createServer((asked, response) => {
    const list = asked.method === 'POST' ? mishaps.submissions : mishaps.others
    const turn = turns.get(list) ?? 0
    const isCalm = seen.requests++ < calm
    if (!isCalm) turns.set(list, turn + 1)
    const mishap = isCalm ? 'nothing' : list[turn % list.length]!
    seen.mostAtOnce = Math.max(seen.mostAtOnce, ++underWay)
    let isUnderWay = true
    const leave = () => {
      if (isUnderWay) underWay--
      isUnderWay = false
    }
    Promise.resolve(meet[mishap](asked, response, leave)).catch(() => {
      leave()
      asked.socket.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    seen,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await agent.destroy()
    },
  }
}
