import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Hands } from '../control/hands.ts'
import { cookieOf } from './cookies.ts'
import { headersFor } from './headers.ts'
import { FORM, NEXT_FORM, SESSION } from './names.ts'
import { openAnswers } from './open-answers.ts'
import { bodyOf, Refusal } from './refusals.ts'
import { type ConsoleSessions, consoleSessions } from './sessions.ts'
import { letIn, notSignedIn, visitorIn } from './visitors.ts'
import { isFromBrowser, tryWhence } from './whence.ts'

/** Available without a session; the changes among them begin one. */
const OPEN = ['/', '/page/*', '/console/session', '/console/sign-in', '/console/sign-up']
const READS = ['GET', 'HEAD']

/**
 * Protects the whole control port. It listens on loopback, but a local browser lets pages of any origin send requests
 * to loopback.
 */
export function protect(server: FastifyInstance, { store, baseUrl }: Pick<Hands, 'store' | 'baseUrl'>): void {
  const sessions = consoleSessions(store)
  const answers = openAnswers(sessions)
  server.addHook('onRequest', async (request, reply) => {
    for (const [name, value] of headersFor(new URL(baseUrl).origin)) reply.raw.setHeader(name, value)
    try {
      tryWhence(request)
      trySession(request, reply, sessions)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return reply.code(error.status).send(bodyOf(error))
    }
    const visitor = visitorIn(request)
    if (visitor && READS.includes(request.method)) answers.watch(visitor.sha256, reply.raw)
  })
  // An event stream must end with its session.
  server.addHook('onResponse', async (request) => {
    if (!READS.includes(request.method)) answers.closeEnded()
  })
  server.addHook('onClose', async () => answers.end())
}

/** Uses the matched route, since one path can be written in many ways. */
function trySession(request: FastifyRequest, reply: FastifyReply, sessions: ConsoleSessions): void {
  const id = cookieOf(request, SESSION)
  const session = id === undefined ? undefined : sessions.find(id)
  if (session) letIn(request, session)
  const route = request.routeOptions.url ?? ''
  const isProgram = !isFromBrowser(request) && (route === '/control' || route.startsWith('/control/'))
  if (isProgram || OPEN.includes(route)) return
  if (!session) throw notSignedIn()
  if (READS.includes(request.method)) return
  const form = request.headers[FORM]
  if (typeof form !== 'string' || !sessions.use(form, session))
    throw new Refusal(
      403,
      'form_used',
      'This form belongs to another session or was already sent. Nothing was changed.',
    )
  reply.raw.setHeader(NEXT_FORM, sessions.form(session))
}
