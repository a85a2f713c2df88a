import { afterEach, describe, expect, it } from 'vitest'
import type { WireRequest } from './sending.ts'
import { closeAll, never, saying, sentTo, serving, wireTo } from './wire-for-tests.ts'

afterEach(closeAll)

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

  it('is read behind a 100 that nobody asked for, with blanks around its length', async () => {
    const origin = await saying((socket) =>
      socket.end(
        'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: \t 2  \r\nX-One:\t1\t\r\n\r\n{}',
      ),
    )
    const wire = wireTo(origin)
    for (const _ of ['first', 'second']) {
      const { answer, connection } = await wire.send(
        { method: 'GET', path: '/v1/models', headers: [['X', 'y']] },
        never,
      )
      expect(answer).toMatchObject({ status: 200, bytes: Buffer.from('{}') })
      expect(new Map(answer!.headers).get('X-One')).toBe('1')
      expect(connection).toBeGreaterThan(0)
    }
  })

  it('to what may have become a job is not asked for a second time by itself', async () => {
    let asked = 0
    const origin = await saying((socket) => {
      asked++
      socket.end('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 202 Accepted\r\nContent-Length: 2\r\n\r\n{}')
    })
    const wire = wireTo(origin)
    const post: WireRequest = { method: 'POST', path: '/v1/videos', headers: [], body: '{}' }
    expect(await wire.send(post, never)).toMatchObject({ failure: { kind: 'reset' } })
    expect(asked).toBe(1)
    expect(await wire.send(post, never)).toMatchObject({ answer: { status: 202 } })
    expect(asked).toBe(2)
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
