import type { FastifyReply, FastifyRequest } from 'fastify'

/** With the port in its name: a browser gives cookies of one host to all of its ports. */
const cookieName = (request: FastifyRequest, what: string) => `gatecheck-${request.socket.localPort}-${what}`

export function cookieOf(request: FastifyRequest, what: string): string | undefined {
  const name = `${cookieName(request, what)}=`
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(name))?.slice(name.length)
}

/** No Domain, so that it is this host's alone; no Secure, for a loopback port speaks plain HTTP. */
export function setCookie(reply: FastifyReply, what: string, value: string, seconds: number): void {
  const name = cookieName(reply.request, what)
  reply.header('set-cookie', `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}`)
}
