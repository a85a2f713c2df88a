import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieOf, setCookie } from '../cookies.ts'
import { isSame, newSecret, sealOf } from '../secrets.ts'

const COOKIE = 'known'
const YEAR_IN_SECONDS = 365 * 24 * 60 * 60

/**
 * A browser that has signed in before has its own rate limit, so that attackers elsewhere cannot lock the owner out.
 * Its cookie grants no access.
 */
export function knownBrowsers(secret: string) {
  const seal = (name: string, email: string) => sealOf(`known browser\n${name}\n${email}`, secret)
  return {
    nameOf(request: FastifyRequest, email: string): string | undefined {
      const [name = '', sealed = ''] = (cookieOf(request, COOKIE) ?? '').split('.')
      return name !== '' && isSame(sealed, seal(name, email)) ? name : undefined
    },
    remember(reply: FastifyReply, email: string): void {
      const name = newSecret()
      setCookie(reply, COOKIE, `${name}.${seal(name, email)}`, YEAR_IN_SECONDS)
    },
  }
}
