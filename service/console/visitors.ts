import type { FastifyRequest } from 'fastify'
import type { StoredSession } from '../store/sessions.ts'
import { Refusal } from './refusals.ts'

const VISITORS = new WeakMap<FastifyRequest, StoredSession>()

export function letIn(request: FastifyRequest, session: StoredSession): void {
  VISITORS.set(request, session)
}

export const visitorIn = (request: FastifyRequest): StoredSession | undefined => VISITORS.get(request)

export function signedIn(request: FastifyRequest): StoredSession {
  const session = visitorIn(request)
  if (!session) throw notSignedIn()
  return session
}

export const notSignedIn = () =>
  new Refusal(401, 'not_signed_in', 'You are not signed in, or your session has expired. Sign in and try again.')
