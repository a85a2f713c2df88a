import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as net from 'node:net'
import { Network } from '../network/network.ts'
import type { WireRequest } from './sending.ts'
import { Wire, type WireOptions } from './wire.ts'

const closers: (() => unknown)[] = []

/** After each test: the wires first, then the servers they are connected to. */
export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0)) await close()
}

export const GET: WireRequest = { method: 'GET', path: '/v1/models', headers: [['Authorization', 'Bearer x']] }
export const never = new AbortController().signal

/** Before the servers are. */
export const closeLater = (close: () => unknown) => closers.unshift(close)

async function listening(server: net.Server): Promise<string> {
  const sockets = new Set<net.Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A server that says what it is told to as soon as something comes. */
export function saying(speak: (socket: net.Socket) => void, onConnection?: () => void): Promise<string> {
  const server = net.createServer((socket) => {
    onConnection?.()
    socket.on('error', () => undefined)
    socket.on('data', () => speak(socket))
  })
  return listening(server)
}

export const serving = (listener: RequestListener) => listening(createServer(listener))

/** A server, and the requests that it was sent. */
export async function heard(listener: RequestListener) {
  const requests: IncomingMessage[] = []
  const origin = await serving((request, response) => {
    requests.push(request)
    listener(request, response)
  })
  return { origin, requests }
}

export function wireTo(origin: string, options: Partial<WireOptions> = {}): Wire {
  let connections = 0
  const wire = new Wire(origin, {
    connections: 2,
    requestTimeoutMs: 5000,
    mostBytes: 1000,
    nextConnection: () => ++connections,
    network: new Network(),
    ...options,
  })
  closeLater(() => wire.close())
  return wire
}

export async function sentTo(origin: string, options: Partial<WireOptions> = {}) {
  return wireTo(origin, options).send(GET, never)
}
