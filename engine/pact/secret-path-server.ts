import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { http } from '../http/network/builtin-http.ts'

/** Maximum number of connections that have not sent the secret path yet. */
export const MOST_UNAUTHENTICATED = 32
const HEADERS_TIMEOUT_MS = 10_000
const LOOPBACK = '127.0.0.1'
const SECRET_BYTES = 32

const NOT_FOUND = 'HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

export type SecretPathServer = {
  /** Host and secret path for the verifier. */
  readonly url: string
  close(): Promise<void>
}

/** `path`: the part of the request path after the secret. */
type Behind = (path: string, ...request: Parameters<RequestListener>) => void

/**
 * A loopback port that serves only requests with a secret path, which is new in each run: every local user and every page
 * in a browser can reach loopback too. Their requests get 404 without being read.
 */
export async function secretPathServer(behind: Behind): Promise<SecretPathServer> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const unauthenticated = new Set<Socket>()
  let host = ''
  const server = http.createServer({ headersTimeout: HEADERS_TIMEOUT_MS }, (incoming, outgoing) => {
    const path = incoming.headers.host === host ? pathBehind(secret, incoming) : undefined
    if (path === undefined) return reject(incoming.socket)
    unauthenticated.delete(incoming.socket)
    behind(path, incoming, outgoing)
  })
  server.on('connection', (socket) => {
    unauthenticated.add(socket)
    socket.once('close', () => unauthenticated.delete(socket))
    // So that they do not use up the connections of the verifier.
    if (unauthenticated.size > MOST_UNAUTHENTICATED) [...unauthenticated][0]!.destroy()
  })
  const rejected = (incoming: IncomingMessage) => reject(incoming.socket)
  for (const event of ['connect', 'upgrade', 'checkContinue', 'checkExpectation']) server.on(event, rejected)
  server.on('clientError', (_, socket) => reject(socket as Socket))
  server.listen(0, LOOPBACK)
  await once(server, 'listening')
  host = `${LOOPBACK}:${(server.address() as AddressInfo).port}`
  return { url: `http://${host}/${secret}`, close: () => closed(server, unauthenticated) }
}

/** The path after the secret; undefined if the secret is wrong. Compares in constant time. */
function pathBehind(secret: string, { url = '' }: IncomingMessage): string | undefined {
  const wanted = Buffer.from(`/${secret}/`)
  const given = Buffer.from(url).subarray(0, wanted.length)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined
  return url.slice(wanted.length - 1)
}

function reject(socket: Socket): void {
  socket.on('error', () => undefined)
  if (socket.writable) socket.end(NOT_FOUND, () => socket.destroy())
  else socket.destroy()
}

async function closed(server: Server, unauthenticated: ReadonlySet<Socket>): Promise<void> {
  server.close()
  server.closeAllConnections()
  // The server does not close upgraded connections.
  for (const socket of unauthenticated) socket.destroy()
  await once(server, 'close')
}
