import type { FastifyRequest } from 'fastify'
import { Refused } from './problem.ts'
import type { Route } from './route.ts'

export const LARGEST_BODY = 64 * 1024

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/i

/** JSON, or text if the route accepts it. */
export function bodyIn({ body: sent, headers }: FastifyRequest, { body }: Route): Pick<Asked, 'body' | 'text'> {
  const text = typeof sent === 'string' ? sent : ''
  if (!body) {
    if (text !== '') throw new Refused(400, 'this request must not have a body')
    return { body: undefined, text: undefined }
  }
  if (text === '') {
    if (!body.mayBeLeftOut) throw new Refused(400, 'the body is empty')
    return { body: {}, text: undefined }
  }
  const type = (headers['content-type'] ?? '').split(';')[0]!.trim()
  if (body.orText !== undefined && /^text\/plain$/i.test(type)) return { body: undefined, text }
  if (!JSON_TYPE.test(type)) {
    const taken = body.orText === undefined ? 'application/json' : 'application/json or text/plain'
    throw new Refused(415, `the content-type must be ${taken}, not ${type || 'missing'}`)
  }
  return { body: parsed(text), text: undefined }
}

type Asked = { body: unknown; text: string | undefined }

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refused(400, 'the body is not valid JSON')
  }
}
