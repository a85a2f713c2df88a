import { connect, isIP, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'

const PIECE = 64 * 1024

/** A connection to the target: what is written and read, and the plain connection below it. */
export type Upstream = { stream: Socket; reset(): void }

/** Both ends of a connection may fall silent by themselves. */
export const HALF_OPEN = { allowHalfOpen: true, noDelay: true, highWaterMark: PIECE } as const

export function upstreamTo(origin: URL): Upstream {
  const isSecure = origin.protocol === 'https:'
  const host = origin.hostname.replace(/^\[|\]$/g, '')
  const port = Number(origin.port || (isSecure ? 443 : 80))
  const plain = connect({ host, port, ...HALF_OPEN })
  const reset = () => (plain.destroyed ? undefined : plain.resetAndDestroy())
  if (!isSecure) return { stream: plain, reset }
  // An address is no name to ask for, and is what the certificate has to be of all the same.
  const servername = isIP(host) === 0 ? host : ''
  // NODE_TLS_REJECT_UNAUTHORIZED=0 would turn the check off.
  const rejectUnauthorized = true
  const secure = connectSecurely({ socket: plain, host, servername, ALPNProtocols: ['http/1.1'], rejectUnauthorized })
  // The one above tells of it.
  plain.on('error', () => undefined)
  return {
    stream: secure,
    reset: () => {
      reset()
      secure.destroy()
    },
  }
}
