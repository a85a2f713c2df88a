import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import * as net from 'node:net'
import { Network } from '../network/network.ts'
import { closeServers, portOf } from '../network/secure-servers-for-tests.ts'
import type { RawRequest } from './response-reader.ts'
import { Transport } from './transport.ts'

type Options = ConstructorParameters<typeof Transport>[1]

const closers: (() => unknown)[] = []

/** After each test: clients first, then servers. */
export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close()
  await closeServers()
}

export const closeLater = (close: () => unknown) => closers.push(close)

export const GET: RawRequest = { method: 'GET', path: '/v1/models', headers: [['Authorization', 'Bearer x']] }
export const never = new AbortController().signal

/** A server that writes as soon as bytes arrive. */
export async function saying(speak: (socket: net.Socket) => void, onConnection?: () => void): Promise<string> {
  const server = net.createServer((socket) => {
    onConnection?.()
    socket.on('data', () => speak(socket))
  })
  return `http://127.0.0.1:${await portOf(server)}`
}

export const serving = async (listener: RequestListener) => `http://127.0.0.1:${await portOf(createServer(listener))}`

/** A server and the requests that it got. */
export async function heard(listener: RequestListener) {
  const requests: IncomingMessage[] = []
  const origin = await serving((request, response) => {
    requests.push(request)
    listener(request, response)
  })
  return { origin, requests }
}

export async function closedPort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

export function transportTo(origin: string, options: Partial<Options> = {}): Transport {
  let connections = 0
  const transport = new Transport(origin, {
    connections: 2,
    requestTimeoutMs: 5000,
    mostBytes: 1000,
    nextConnection: () => ++connections,
    network: new Network(),
    ...options,
  })
  closeLater(() => transport.close())
  return transport
}

export const sentTo = (origin: string, options: Partial<Options> = {}) => transportTo(origin, options).send(GET, never)
