import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import * as net from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, GET, saying, sentTo, serving, wireTo } from './wire-for-tests.ts'

afterEach(closeAll)

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
    [
      'a connection closed before the length that was announced',
      'reset',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nshort'),
    ],
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
      expect(result.failure?.kind).toBe('malformed')
    },
  )

  it('comes in time where the body drips for ever', async () => {
    const origin = await serving((_, response) => {
      response.write('{')
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    })
    expect(await sentTo(origin, { requestTimeoutMs: 100 })).toMatchObject({
      failure: { kind: 'timeout', message: 'the response was not complete in time' },
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
