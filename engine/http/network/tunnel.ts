import type { Socket } from 'node:net'
import { LIMITS } from '../../config/limits.ts'
import { ExplainedFailure } from './explained-failure.ts'
import type { ProxyServer } from './proxies.ts'
import { undici } from './undici.ts'

/** Opens a tunnel to `place` (host:port) over a connection to the proxy. */
export async function tunnel(proxy: ProxyServer, place: string, socket: Socket): Promise<Socket> {
  const { Client } = undici()
  const client = new Client(proxy.origin, {
    // undici waits forever for a connection that is there at once.
    connect: (_, done) => queueMicrotask(() => done(null, socket)),
    maxHeaderSize: LIMITS.headBytes,
    allowH2: false,
  })
  const { authorization } = proxy
  const headers = { host: place, ...(authorization && { 'proxy-authorization': authorization }) }
  const answer = await client.connect({ path: place, headers }).catch(() => {
    throw failure(proxy, `closed the connection to ${place}`)
  })
  if (answer.statusCode < 200 || answer.statusCode > 299) throw refused(proxy, place, answer.statusCode)
  return answer.socket as Socket
}

const failure = ({ origin, variable }: ProxyServer, what: string) =>
  new ExplainedFailure('proxy', `the proxy ${origin} (${variable}) ${what}`)

function refused(proxy: ProxyServer, place: string, status: number): ExplainedFailure {
  const { origin, variable, authorization } = proxy
  // Some proxies return 401 for a wrong password.
  if (status === 407 || status === 401)
    return failure(
      proxy,
      authorization === undefined
        ? `requires a user name and a password (${status}): set ${variable} to ${origin.replace('://', '://NAME:PASSWORD@')}`
        : `rejected the user name and the password in ${variable} (${status})`,
    )
  const what = status >= 500 ? 'could not connect to' : 'refuses connections to'
  return failure(proxy, `${what} ${place}: it returned ${status}. Ask its operator, or list the host in NO_PROXY`)
}

export function proxyUnreachable({ origin, variable }: ProxyServer, error: unknown): ExplainedFailure {
  const { code = 'no connection' } = error as NodeJS.ErrnoException
  return new ExplainedFailure(
    'proxy',
    `the proxy ${origin} cannot be reached (${code}): check ${variable}, or list the host in NO_PROXY`,
  )
}

/** The proxy or the server may be the slow one. */
export const proxyTooSlow = (proxy: ProxyServer, place: string, ms: number) =>
  failure(proxy, `did not connect to ${place} within ${ms} ms`)
