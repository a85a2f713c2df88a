import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Relay, type Relayed, type RelayedAnswer } from './relay.ts'
import { MOST_UNAUTHENTICATED } from './secret-path-server.ts'
import { PactVerifier } from './verifier.ts'

let relay: Relay
let forwarded: Relayed[]
beforeAll(async () => {
  relay = await Relay.start()
})
beforeEach(() => {
  forwarded = []
})
afterAll(() => relay.close())

const at = () => new URL(relay.baseUrl)
const secret = () => at().pathname.split('/')[1]!

const forward = async (request: Relayed): Promise<RelayedAnswer> => {
  forwarded.push(request)
  return { status: 202, headers: [], body: '{"id":"1"}' }
}
/** Requests are forwarded only during a verification. */
const whileVerifying = <T>(act: () => Promise<T>) => relay.during({ values: { id: 'of a job' }, forward }, act)

/** The response to raw bytes; empty if the connection closes without one. */
function answerTo(bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket: Socket = connect(Number(at().port), '127.0.0.1')
    let text = ''
    socket.on('data', (data) => {
      text += data
    })
    socket.on('error', () => undefined)
    socket.once('close', () => resolve(text))
    socket.write(bytes)
  })
}

const get = (path: string, more = '', method = 'GET') =>
  `${method} ${path} HTTP/1.1\r\nHost: ${at().host}\r\nConnection: close\r\n${more}\r\n`
const post = (path: string) => `${get(path, 'Content-Length: 2\r\n', 'POST')}{}`

describe('a request without the secret path', () => {
  const attempts: Record<string, () => string> = {
    'the root': () => get('/'),
    'the service': () => post('/service/videos'),
    'a path as long as the right one': () => post(`/${'A'.repeat(secret().length)}/service/videos`),
    'a secret with a wrong last character': () => post(`/${secret().slice(0, -1)}./service/videos`),
    'an absolute URL': () => post(`http://${at().host}/service/videos`),
    'a tunnel': () => get('127.0.0.1:22', '', 'CONNECT'),
    'Expect: 100-continue': () => get('/service/videos', 'Expect: 100-continue\r\nContent-Length: 9\r\n', 'POST'),
    'huge headers': () => get('/', `X-Long: ${'x'.repeat(100_000)}\r\n`),
    'bytes that are not HTTP': () => '\u0016\u0003\u0001\u0002\u0000\r\n\r\n',
    'pipelined requests': () => get('/service/videos').repeat(50),
  }

  it.each(Object.entries(attempts))('is refused without being forwarded: %s', async (_, ask) => {
    const answer = await whileVerifying(() => answerTo(ask()))
    // Unread data may reset the connection before the response arrives.
    expect(answer === '' || /^HTTP\/1\.1 404 Not Found\r\n/.test(answer), answer).toBe(true)
    expect(answer).not.toContain('of a job')
    expect(forwarded).toEqual([])
  })

  it('is refused with another Host, as in DNS rebinding', async () => {
    const got = await whileVerifying(
      () =>
        new Promise((resolve) => {
          const { port, pathname } = at()
          const headers = { host: `evil.example:${port}` }
          request({ port, host: '127.0.0.1', path: `${pathname}/videos`, headers }, ({ statusCode }) =>
            resolve(statusCode),
          ).end()
        }),
    )
    expect(got).toBe(404)
    expect(forwarded).toEqual([])
  })

  it('cannot use up the connections of the verifier', async () => {
    const sockets = Array.from({ length: 300 }, () => connect(Number(at().port), '127.0.0.1'))
    const open = new Set(sockets)
    for (const socket of sockets) {
      socket.on('error', () => undefined)
      socket.once('close', () => open.delete(socket))
      socket.write('GET / HTTP/1.1\r\nX-Slow: ')
    }
    try {
      await expect.poll(() => open.size, { timeout: 600_000 }).toBe(MOST_UNAUTHENTICATED)
      const response = await whileVerifying(() => fetch(`${relay.baseUrl}/videos`, { method: 'POST', body: '{}' }))
      expect(response.status).toBe(202)
      expect(forwarded).toHaveLength(1)
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  })
})

describe('a request with the secret path', () => {
  it('is forwarded, or gets the states', async () => {
    const [sent, states] = await whileVerifying(async () => [
      await fetch(`${relay.baseUrl}/videos`, { method: 'POST', body: '{"a":1}' }),
      await fetch(relay.statesUrl, { method: 'POST' }),
    ])
    expect(sent!.status).toBe(202)
    expect(await states!.json()).toEqual({ id: 'of a job' })
    expect(forwarded).toMatchObject([{ method: 'POST', path: '/videos', body: '{"a":1}' }])
  })
})

it('has a new secret path in each run, of more than 128 bits', async () => {
  const other = await Relay.start()
  const [one, two] = [relay, other].map(({ baseUrl }) => new URL(baseUrl).pathname.split('/')[1]!)
  await other.close()
  expect(one).not.toBe(two)
  expect(one).toMatch(/^[\w-]{43}$/)
})

it.skipIf(process.platform !== 'linux')('does not show the path in the process list', async () => {
  const verifier = await PactVerifier.start()
  try {
    const { baseUrl, statesUrl } = relay
    const contract = { consumer: { name: 'a' }, provider: { name: 'b' }, interactions: [] }
    const asked = verifier.mismatches({ contract, baseUrl, statesUrl, timeoutMs: 1000 }).catch(() => undefined)
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
    const lines = children.map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
    expect(lines.some((line) => line.includes('verifier-process'))).toBe(true)
    for (const line of lines) expect(line).not.toContain(secret())
    await asked
  } finally {
    await verifier.close()
  }
})
