import type { FastifyReply, FastifyRequest } from 'fastify'

/** The name contains the port: browsers send a host's cookies to all of its ports. */
const cookieName = (request: FastifyRequest, what: string) => `gatecheck-${request.socket.localPort}-${what}`

export function cookieOf(request: FastifyRequest, what: string): string | undefined {
  const name = `${cookieName(request, what)}=`
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(name))?.slice(name.length)
}

/** Without Domain, so that it is limited to this host; without Secure, because the loopback port speaks plain HTTP. */
export function setCookie(reply: FastifyReply, what: string, value: string, seconds: number): void {
  const name = cookieName(reply.request, what)
  reply.header('set-cookie', `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}`)
}
