import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Hands } from '../../control/hands.ts'
import type { User } from '../../store/users.ts'
import { setCookie } from '../cookies.ts'
import { fieldsOf } from '../fields.ts'
import { NEXT_FORM, SESSION } from '../names.ts'
import { Refusal, wrongField } from '../refusals.ts'
import { type ConsoleSessions, consoleSessions, ENDS_AFTER } from '../sessions.ts'
import { signedIn, visitorIn } from '../visitors.ts'
import { emailFrom, newPasswordFrom, passwordFrom, SHORTEST } from './choosing.ts'
import { knownBrowsers } from './known-browsers.ts'
import { newAccountFor } from './new-account.ts'
import { hashOf, tried } from './passwords.ts'
import { patience, type Trying } from './patience.ts'

type Entering = { hands: Hands; sessions: ConsoleSessions }

/** Sign up, sign in, sign out. */
export function entrance(server: FastifyInstance, hands: Hands): void {
  const { users, linkSecret } = hands.store
  const sessions = consoleSessions(hands.store)
  const browsers = knownBrowsers(linkSecret)
  const waits = patience()
  const trying = (request: FastifyRequest, email: string): Trying => ({
    email,
    address: request.ip,
    browser: browsers.nameOf(request, email),
  })
  const enter = (reply: FastifyReply, user: User) => {
    browsers.remember(reply, user.email)
    return begin(reply, user, { hands, sessions })
  }

  server.get('/console/session', async (request, reply) => {
    const session = visitorIn(request)
    if (session) reply.raw.setHeader(NEXT_FORM, sessions.form(session))
    return sessionAnswer(session, hands)
  })

  server.post('/console/sign-up', async (request, reply) => {
    const fields = fieldsOf(request)
    const email = emailFrom(fields.email)
    const password = newPasswordFrom(fields.password, email)
    waits.signUp(trying(request, email))
    const user = await newAccountFor(email, await hashOf(password), hands)
    if (!user) throw wrongField('email', 'This address is already registered. Sign in instead.', 409)
    return enter(reply.code(201), user)
  })

  server.post('/console/sign-in', async (request, reply) => {
    const fields = fieldsOf(request)
    const email = emailFrom(fields.email)
    const password = passwordFrom(fields.password)
    const who = trying(request, email)
    waits.signIn(who)
    const user = users.find(email)
    const { isRight, isStale } = await tried(password, user?.password)
    if (!user || !isRight) throw new Refusal(401, 'not_these', 'Wrong e-mail address or password.')
    if (isStale) users.changePassword(user.id, await hashOf(password))
    waits.signedIn(who)
    return enter(reply, user)
  })

  server.post('/console/sign-out', async (request, reply) => {
    sessions.end(signedIn(request).sha256)
    reply.raw.removeHeader(NEXT_FORM)
    setCookie(reply, SESSION, '', 0)
    return sessionAnswer(undefined, hands)
  })
}

/** Always a new session id, whatever the browser sent. */
function begin(reply: FastifyReply, user: User, { hands, sessions }: Entering) {
  const before = visitorIn(reply.request)
  if (before) sessions.end(before.sha256)
  const id = sessions.begin(user.id)
  setCookie(reply, SESSION, id, ENDS_AFTER / 1000)
  const session = sessions.find(id)
  if (session) reply.raw.setHeader(NEXT_FORM, sessions.form(session))
  return sessionAnswer(user, hands)
}

const sessionAnswer = (user: Pick<User, 'email' | 'account'> | undefined, { baseUrl }: Hands) => ({
  user: user ? { email: user.email, account: user.account } : null,
  baseUrl,
  shortestPassword: SHORTEST,
})
