import { connect, isIP, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'

const PIECE = 64 * 1024

/** A connection to the target; `reset` acts on the TCP connection below it. */
export type Upstream = { stream: Socket; reset(): void }

/** Each end can close its write side separately. */
export const HALF_OPEN = { allowHalfOpen: true, noDelay: true, highWaterMark: PIECE } as const

export function upstreamTo(origin: URL): Upstream {
  const isSecure = origin.protocol === 'https:'
  const host = origin.hostname.replace(/^\[|\]$/g, '')
  const port = Number(origin.port || (isSecure ? 443 : 80))
  const plain = connect({ host, port, ...HALF_OPEN })
  const reset = () => (plain.destroyed ? undefined : plain.resetAndDestroy())
  if (!isSecure) return { stream: plain, reset }
  // SNI must not be an IP address, which the certificate is still checked for.
  const servername = isIP(host) === 0 ? host : ''
  // Otherwise NODE_TLS_REJECT_UNAUTHORIZED=0 would turn the check off.
  const rejectUnauthorized = true
  const secure = connectSecurely({ socket: plain, host, servername, ALPNProtocols: ['http/1.1'], rejectUnauthorized })
  // The TLS socket reports the error.
  plain.on('error', () => undefined)
  return {
    stream: secure,
    reset: () => {
      reset()
      secure.destroy()
    },
  }
}
