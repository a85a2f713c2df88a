import type { FastifyRequest } from 'fastify'
import { Refusal } from './refusals.ts'

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']
const PORT_OF_HTTP = 80

/** The origin of this port, under the host name that the browser used. */
const originOf = ({ headers }: FastifyRequest) => `http://${headers.host}`

/** Node's fetch sends sec-fetch-mode, but neither of these headers. */
export const isFromBrowser = ({ headers }: FastifyRequest) =>
  headers['sec-fetch-site'] !== undefined || headers.origin !== undefined

/** Rejects other host names, to prevent DNS rebinding, and requests from other origins. */
export function tryWhence(request: FastifyRequest): void {
  const { headers, socket } = request
  if (!hostsAt(socket.localPort).includes(headers.host ?? ''))
    throw new Refusal(421, 'wrong_host', 'This port accepts loopback host names only: use 127.0.0.1 or localhost.')
  const site = headers['sec-fetch-site']
  const isOther = headers.origin !== undefined && headers.origin !== originOf(request)
  if (isOther || (site !== undefined && site !== 'same-origin' && site !== 'none'))
    throw new Refusal(403, 'other_origin', 'Requests from pages of other origins are not allowed.')
}

function hostsAt(port: number | undefined): string[] {
  return LOOPBACK.flatMap((name) => [`${name}:${port}`, ...(port === PORT_OF_HTTP ? [name] : [])])
}
