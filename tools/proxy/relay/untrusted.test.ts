import { connect, type Socket } from 'node:net'
import { createServer } from 'node:tls'
import { afterEach, expect, it, vi } from 'vitest'
import { portOf } from '../../../engine/http/network/secure-servers-for-tests.ts'
import { type Happened, startRelay } from './start.ts'
import { CERTIFICATE, KEY } from './unchanged/certificate-for-tests.ts'

const KEY_SENT = 'cl_0123456789abcdef01234567'
const closing: (() => unknown)[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const close of closing.splice(0).reverse()) await close()
})

it('forwards nothing to a server with an untrusted certificate, even with NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  let received = ''
  const open = new Set<Socket>()
  const server = createServer({ cert: CERTIFICATE, key: KEY }, (socket) => {
    open.add(socket)
    socket
      .on('error', () => undefined)
      .on('data', (data) => {
        received += data
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
      })
  })
  closing.push(() => {
    for (const socket of open) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  const port = await portOf(server)
  const told: Happened[] = []
  const relay = await startRelay(
    { origin: `https://localhost:${port}`, basePath: '/v1', host: '127.0.0.1', port: 0 },
    { happened: async (what) => void told.push(what), failed: (error) => expect.fail(error.message) },
  )
  closing.push(() => relay.close())
  const client = connect(relay.port, '127.0.0.1').on('error', () => undefined)
  let answered = ''
  client.on('data', (data) => {
    answered += data
  })
  client.write(`GET /v1/usage HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${KEY_SENT}\r\n\r\n`)
  await new Promise((resolve) => client.once('close', resolve))
  expect({ received, answered }).toEqual({ received: '', answered: '' })
  await vi.waitFor(() => expect(told.flatMap(({ unreached }) => unreached)).toHaveLength(1))
})
