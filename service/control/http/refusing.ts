import type { FastifyReply, FastifyServerOptions } from 'fastify'
import { LARGEST_BODY } from './body.ts'
import { PROBLEM_TYPE, problemOf, Refused } from './problem.ts'
import { written } from './written.ts'

export const NEVER_STORED = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const

/** Errors before routing, which no plugin sees; fastify's own messages would repeat the path. */
export const OF_THE_PORT = {
  routerOptions: { maxParamLength: 2048 },
  frameworkErrors: (error, _, reply) => {
    reply.headers(NEVER_STORED)
    return sendProblem(error, reply)
  },
} as const satisfies FastifyServerOptions

export function sendProblem(error: unknown, reply: FastifyReply): FastifyReply {
  const { status, message, headers } = refusedBy(error)
  return reply
    .code(status)
    .headers(headers)
    .type(`${PROBLEM_TYPE}; charset=utf-8`)
    .send(written(problemOf(status, message)))
}

const IN_OUR_WORDS: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'the path has invalid percent-encoding',
  FST_ERR_CTP_BODY_TOO_LARGE: `the body is longer than ${LARGEST_BODY / 1024} kB`,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'invalid content-type',
  FST_ERR_MAX_PARAM_LENGTH: 'the path is too long',
}

function refusedBy(error: unknown): Refused {
  if (error instanceof Refused) return error
  const {
    statusCode = 500,
    code = '',
    message,
  } = Object(error) as { statusCode?: number; code?: string; message?: string }
  const isTheirs = statusCode >= 400 && statusCode < 500
  return new Refused(isTheirs ? statusCode : 500, IN_OUR_WORDS[code] ?? message ?? 'internal error of the service')
}
