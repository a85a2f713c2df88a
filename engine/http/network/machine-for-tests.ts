import type { LookupAddress } from 'node:dns'
import { isIP, Socket } from 'node:net'
import type { Machine } from './network.ts'

/** Addresses of a name; a function is asked at each lookup. */
type Names = Record<string, string[] | (() => string[])>

/**
 * A machine on an internet of its own: names resolve as told, and each address leads to a port of 127.0.0.1. `connected`
 * lists the addresses that connections were opened to.
 */
export function machineOf(
  names: Names,
  leadsTo: (address: string, port: number) => number | undefined = (_, port) => port,
): Machine & { connected: string[] } {
  const connected: string[] = []
  const resolve: Machine['resolve'] = (host, _, done) => {
    const told = names[host] ?? []
    const addresses = typeof told === 'function' ? told() : told
    const found = addresses.map((address) => ({ address, family: isIP(address) }))
    done(found.length > 0 ? null : Object.assign(new Error(`unknown: ${host}`), { code: 'ENOTFOUND' }), found)
  }
  const connect: Machine['connect'] = ({ host, port, lookup }) => {
    const socket = new Socket()
    const toFirstOf = (error: Error | null, found: readonly LookupAddress[]) => {
      const { address } = found[0] ?? { address: '' }
      const there = error ? undefined : leadsTo(address, port)
      Object.defineProperty(socket, 'remoteAddress', { get: () => address })
      if (!error) connected.push(address)
      if (there !== undefined) socket.connect(there, '127.0.0.1')
      else socket.destroy(error ?? Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
    }
    const all = { all: true } as const
    if (isIP(host)) queueMicrotask(() => toFirstOf(null, [{ address: host, family: isIP(host) }]))
    else if (lookup) lookup(host, all, (error, found) => toFirstOf(error, found as LookupAddress[]))
    else resolve(host, all, toFirstOf)
    return socket
  }
  return { resolve, connect, connected }
}
