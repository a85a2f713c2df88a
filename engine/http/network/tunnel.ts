import type { Socket } from 'node:net'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import { http } from './builtin-http.ts'
import type { ProxyThere } from './proxies.ts'
import { ToldFailure } from './told-failure.ts'

/** A way through a proxy to `place` (host:port): whatever goes over it, the proxy neither reads nor answers. */
export async function tunnel(proxy: ProxyThere, place: string, socket: Socket): Promise<Socket> {
  const status = await asked(proxy, place, socket)
  if (status < 200 || status > 299) throw refused(proxy, place, status)
  return socket
}

function asked({ authorization, origin, variable }: ProxyThere, place: string, socket: Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request({
      createConnection: () => socket,
      method: 'CONNECT',
      path: place,
      headers: [
        'Host',
        place,
        'Connection',
        'keep-alive',
        ...(authorization === undefined ? [] : ['Proxy-Authorization', authorization]),
      ],
      maxHeaderSize: BOUNDS.headBytes.most,
    })
    request.on('connect', (answer, _, head) => {
      // Whoever is at the other end speaks second.
      if (head.length > 0) socket.unshift(head)
      resolve(answer.statusCode ?? 0)
    })
    // To a CONNECT, nothing but its last answer should come.
    request.on('response', (answer) => {
      answer.destroy()
      resolve(answer.statusCode ?? 0)
    })
    request.on('error', () =>
      reject(new ToldFailure('proxy', `the proxy ${origin} (${variable}) closed the connection to ${place}`)),
    )
    request.end()
  })
}

/** Whatever it answers is its own word, and says nothing about the server. */
function refused({ origin, variable, authorization }: ProxyThere, place: string, status: number): ToldFailure {
  const name = `the proxy ${origin} (${variable})`
  // Some proxies answer 401 to a wrong password.
  if (status === 407 || status === 401)
    return new ToldFailure(
      'proxy',
      authorization === undefined
        ? `${name} requires a user name and a password (${status}): set ${variable} to ${origin.replace('://', '://NAME:PASSWORD@')}`
        : `${name} rejected the user name and the password in ${variable} (${status})`,
    )
  const why = status >= 500 ? 'could not connect to' : 'refuses connections to'
  return new ToldFailure(
    'proxy',
    `${name} ${why} ${place}: it returned ${status}. Ask its operator, or list the host in NO_PROXY`,
  )
}

/** There is no such proxy, or it cannot be reached: not a word of it is about the server. */
export function proxyOutOfReach({ origin, variable }: ProxyThere, error: unknown): ToldFailure {
  const { code } = error as NodeJS.ErrnoException
  return new ToldFailure(
    'proxy',
    `the proxy ${origin} cannot be reached (${code ?? 'no connection'}): check ${variable}, or list the host in NO_PROXY`,
  )
}

/** Nobody can tell which of the two it waited for. */
export function proxyTooSlow({ origin, variable }: ProxyThere, place: string, ms: number): ToldFailure {
  return new ToldFailure('proxy', `the proxy ${origin} (${variable}) did not connect to ${place} within ${ms} ms`)
}
