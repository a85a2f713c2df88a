import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

const counts = new Map<number, number>()

/** Counts the requests to all servers of this process, by port. */
subscribe('http.server.request.start', (message) => {
  const { localPort } = (message as { socket: Socket }).socket
  if (localPort !== undefined) counts.set(localPort, (counts.get(localPort) ?? 0) + 1)
})

export function requestsTo(baseUrl: string): number {
  return counts.get(Number(new URL(baseUrl).port)) ?? 0
}
