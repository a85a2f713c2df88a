import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Hands } from '../control/hands.ts'
import { pageRoutes } from './assets.ts'
import { keysTab } from './dashboard/keys.ts'
import { testPage } from './dashboard/trial.ts'
import { entrance } from './entrance/entrance.ts'
import { bodyOf, Refusal } from './refusals.ts'

/** The page at `/` and its API at `/console/`. Requires the guard. */
export function consoleRoutes(hands: Hands): FastifyPluginAsync {
  return async (server) => {
    server.setErrorHandler<FastifyError>(refuse)
    pageRoutes(server)
    entrance(server, hands)
    keysTab(server, hands)
    testPage(server, hands)
  }
}

function refuse(error: FastifyError | Refusal, _: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refusal) {
    if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter)
    return reply.code(error.status).send(bodyOf(error))
  }
  const { statusCode = 500 } = error
  if (statusCode < 500)
    return reply.code(statusCode).send(bodyOf({ code: 'bad_request', message: error.message, field: undefined }))
  throw error
}
