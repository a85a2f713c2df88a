import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { connect as connectSecurely, createServer as createSecureServer } from 'node:tls'
import { CERTIFICATE, KEY } from './certificate-for-tests.ts'
import { type Ending, Peer } from './peer-for-tests.ts'

/** What one end does; `host` is what a client writes into its requests. */
export type Client = (peer: Peer, host: string) => Promise<void>
export type Server = (peer: Peer) => Promise<void>
export type Scene = { name: string; client: Client; server: Server }

export type Seen = { server: string; client: string; serverEnding: Ending; clientEnding: Ending }

type Place = { port: number; play(server: Server): Promise<Peer>; close(): void }

/** The same port for each of them: what is asked for is then the same with and without a relay. */
export async function serving({ isSecure = false } = {}): Promise<Place> {
  const waiting: { server: Server; resolve(peer: Peer): void; reject(error: unknown): void }[] = []
  const open = (socket: Socket) => {
    const peer = new Peer(socket)
    const next = waiting.shift()
    next?.server(peer).then(() => next.resolve(peer), next.reject)
  }
  const listener = isSecure
    ? createSecureServer({ cert: CERTIFICATE, key: KEY, allowHalfOpen: true }, open)
    : createServer({ allowHalfOpen: true }, open)
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    play: (server) => new Promise((resolve, reject) => waiting.push({ server, resolve, reject })),
    close: () => void listener.close(),
  }
}

/** Plays a scene, one end on the target's port and the other on `port`, and says what each end saw. */
export async function played(
  { client, server }: Scene,
  place: Place,
  { port, isSecure = false }: { port: number; isSecure?: boolean },
): Promise<Seen> {
  const serving = place.play(server)
  serving.catch(() => undefined)
  const to = { port, host: '127.0.0.1', allowHalfOpen: true }
  const socket = isSecure ? connectSecurely({ ...to, servername: 'localhost' }) : connect(to)
  const own = new Peer(socket)
  await client(own, `127.0.0.1:${port}`)
  const other = await serving
  const seen = {
    server: other.received.toString('latin1'),
    client: own.received.toString('latin1'),
    serverEnding: other.ending,
    clientEnding: own.ending,
  }
  own.close()
  other.close()
  return seen
}
