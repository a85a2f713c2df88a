import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { connect as connectSecurely, createServer as createSecureServer } from 'node:tls'
import { CERTIFICATE, KEY } from './certificate-for-tests.ts'
import { type Ending, Peer } from './peer-for-tests.ts'

/**
 * The script of one end; `host` is the client's Host header. An end that breaks off checks at the other end what has
 * arrived.
 */
export type Client = (peer: Peer, host: string, server: Promise<Peer>) => Promise<void>
export type Server = (peer: Peer, client: Peer) => Promise<void>
export type Scene = { name: string; client: Client; server: Server }

export type Seen = { server: string; client: string; serverEnding: Ending; clientEnding: Ending }

type Place = { port: number; play(server: Server, client: Peer): Played; close(): void }
type Played = { reached: Promise<Peer>; done: Promise<Peer> }

/** Always on the same port, so that requests are equal with and without a relay. */
export async function serving({ isSecure = false } = {}): Promise<Place> {
  const waiting: ((peer: Peer) => void)[] = []
  const open = (socket: Socket) => waiting.shift()?.(new Peer(socket))
  const listener = isSecure
    ? createSecureServer({ cert: CERTIFICATE, key: KEY, allowHalfOpen: true }, open)
    : createServer({ allowHalfOpen: true }, open)
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    play(server, client) {
      const reached = new Promise<Peer>((resolve) => waiting.push(resolve))
      return { reached, done: reached.then((peer) => server(peer, client).then(() => peer)) }
    },
    close: () => void listener.close(),
  }
}

/** Plays a scene, one end on the target's port and the other on `port`, and returns what each end saw. */
export async function played(
  { client, server }: Scene,
  place: Place,
  { port, isSecure = false }: { port: number; isSecure?: boolean },
): Promise<Seen> {
  const to = { port, host: '127.0.0.1', allowHalfOpen: true }
  const socket = isSecure ? connectSecurely({ ...to, servername: 'localhost' }) : connect(to)
  const own = new Peer(socket)
  const { reached, done } = place.play(server, own)
  done.catch(() => undefined)
  await client(own, `127.0.0.1:${port}`, reached)
  const other = await done
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
