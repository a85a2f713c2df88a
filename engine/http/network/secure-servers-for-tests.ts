import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import * as http2 from 'node:http2'
import * as https from 'node:https'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { TlsOptions } from 'node:tls'

/** Some containers have none. */
export const HAS_IPV6 = Object.values(networkInterfaces()).some((each) =>
  each?.some(({ address }) => address === '::1'),
)

type Files = { cert: string; key: string }

const closers: (() => unknown)[] = []

export async function closeServers(): Promise<void> {
  for (const close of closers.splice(0)) await close()
}

/** Starts a server and returns its port. */
export async function portOf(server: Server, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  server.listen(0, host)
  await once(server, 'listening')
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

const read = ({ cert, key }: Files) => ({ cert: readFileSync(cert), key: readFileSync(key) })

/** HTTP/1.1 over TLS. */
export const secureServer = (files: Files, listener: https.ServerOptions | object, more: TlsOptions = {}) =>
  https.createServer({ ...read(files), ...more }, listener as never)

export type OnStream = (stream: http2.ServerHttp2Stream, raw: string[]) => void

/** HTTP/2, and HTTP/1.1 for clients that want it. */
export function http2Server(files: Files, onStream: OnStream): http2.Http2SecureServer {
  const server = http2.createSecureServer({ ...read(files), allowHTTP1: true })
  server.on('stream', (stream: http2.ServerHttp2Stream, _: object, __: number, raw: string[]) => {
    stream.on('error', () => undefined)
    onStream(stream, raw)
  })
  server.on('sessionError', () => undefined)
  return server
}

/** A forward proxy that records its requests. `answer`: its response for unknown hosts. */
export async function proxyServer(
  leadsTo: (place: string) => number | undefined,
  answer = 'HTTP/1.1 403 Forbidden\r\n\r\n',
): Promise<{ origin: string; heads: string[] }> {
  const heads: string[] = []
  const server = createServer((socket) => {
    socket.once('data', (head) => {
      heads.push(head.toString())
      const port = leadsTo(head.toString().split(' ')[1] ?? '')
      if (port === undefined) return socket.end(answer)
      const onward = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
        socket.pipe(onward).pipe(socket)
      })
      onward.on('error', () => socket.destroy())
      socket.on('close', () => onward.destroy())
    })
  })
  return { origin: `127.0.0.1:${await portOf(server)}`, heads }
}
