import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { http } from '../http/network/builtin-http.ts'

/** Local users and web pages can connect without knowing the secret path. */
export const MOST_STRANGERS = 32
const HEADERS_TIMEOUT_MS = 10_000
const LOOPBACK = '127.0.0.1'
const SECRET_BYTES = 32

const NOT_FOUND = 'HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

export type SecretPathServer = {
  /** Host and secret path for the verifier. */
  readonly url: string
  close(): Promise<void>
}

/** `path`: what is asked for by the verifier. */
type Behind = (path: string, ...request: Parameters<RequestListener>) => void

/**
 * A loopback port that serves only requests with a secret path, which is new in each run: every local user and every page
 * in a browser can reach loopback too. Their requests get 404 without being read.
 */
export async function secretPathServer(behind: Behind): Promise<SecretPathServer> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const strangers = new Set<Socket>()
  let host = ''
  const server = http.createServer({ headersTimeout: HEADERS_TIMEOUT_MS }, (incoming, outgoing) => {
    const path = incoming.headers.host === host ? pathBehind(secret, incoming) : undefined
    if (path === undefined) return turnAway(incoming.socket)
    strangers.delete(incoming.socket)
    behind(path, incoming, outgoing)
  })
  server.on('connection', (socket) => {
    strangers.add(socket)
    socket.once('close', () => strangers.delete(socket))
    // Few connections, so that they do not use up those of others.
    if (strangers.size > MOST_STRANGERS) [...strangers][0]!.destroy()
  })
  const turnedAway = (incoming: IncomingMessage) => turnAway(incoming.socket)
  for (const event of ['connect', 'upgrade', 'checkContinue', 'checkExpectation']) server.on(event, turnedAway)
  server.on('clientError', (_, socket) => turnAway(socket as Socket))
  server.listen(0, LOOPBACK)
  await once(server, 'listening')
  host = `${LOOPBACK}:${(server.address() as AddressInfo).port}`
  return { url: `http://${host}/${secret}`, close: () => closed(server, strangers) }
}

/** What stands in the path behind the secret, if that is what it begins with; how much of it was right takes no time to tell. */
function pathBehind(secret: string, { url = '' }: IncomingMessage): string | undefined {
  const wanted = Buffer.from(`/${secret}/`)
  const given = Buffer.from(url).subarray(0, wanted.length)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined
  return url.slice(wanted.length - 1)
}

/** Without a look at what else they would send. */
function turnAway(socket: Socket): void {
  socket.on('error', () => undefined)
  if (socket.writable) socket.end(NOT_FOUND, () => socket.destroy())
  else socket.destroy()
}

async function closed(server: Server, strangers: ReadonlySet<Socket>): Promise<void> {
  server.close()
  server.closeAllConnections()
  // An upgrade takes a connection out of the server's hands.
  for (const socket of strangers) socket.destroy()
  await once(server, 'close')
}
