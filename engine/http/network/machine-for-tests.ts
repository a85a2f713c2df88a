import type { LookupAddress } from 'node:dns'
import { isIP, Socket } from 'node:net'
import type { Machine } from './network.ts'

/** A function is called for each lookup. */
type Names = Record<string, string[] | (() => string[])>

/**
 * Resolves only these names, and connects to 127.0.0.1 instead of the real addresses. `connected`: the addresses that
 * connections were opened to.
 */
export function machineOf(
  names: Names,
  leadsTo: (address: string, port: number) => number | undefined = (_, port) => port,
): Machine & { connected: string[] } {
  const connected: string[] = []
  const resolve: Machine['resolve'] = (host, _, done) => {
    const known = names[host] ?? []
    const found = (typeof known === 'function' ? known() : known).map((address) => ({ address, family: isIP(address) }))
    done(found.length > 0 ? null : Object.assign(new Error(`unknown: ${host}`), { code: 'ENOTFOUND' }), found)
  }
  const connect: Machine['connect'] = ({ host, port, lookup }) => {
    const socket = new Socket()
    const toFirst = (error: Error | null, found: readonly LookupAddress[]) => {
      const { address } = found[0] ?? { address: '' }
      const there = error ? undefined : leadsTo(address, port)
      Object.defineProperty(socket, 'remoteAddress', { get: () => address })
      if (!error) connected.push(address)
      if (there !== undefined) socket.connect(there, '127.0.0.1')
      else socket.destroy(error ?? Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
    }
    if (isIP(host)) queueMicrotask(() => toFirst(null, [{ address: host, family: isIP(host) }]))
    else if (lookup) lookup(host, { all: true }, (error, found) => toFirst(error, found as LookupAddress[]))
    else resolve(host, { all: true }, toFirst)
    return socket
  }
  return { resolve, connect, connected }
}
