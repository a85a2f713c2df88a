import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Hands } from '../../control/hands.ts'
import type { Caller } from '../../interface/world.ts'
import type { Job } from '../../store/job.ts'
import { fieldsOf, paramOf } from '../fields.ts'
import { Refusal, wrongField } from '../refusals.ts'
import { signedIn } from '../visitors.ts'
import { aliasesIn } from './aliases.ts'
import { askedBy } from './asking.ts'
import { keyOf } from './keys.ts'

const MOST_JOBS = 50

/** The test page: submits and polls as a client would, without the key, which is no longer available. */
export function testPage(server: FastifyInstance, hands: Hands): void {
  server.get('/console/models', async (request) => {
    const key = (request.query as Readonly<Record<string, unknown>>).key
    const { seen, said } = await askedBy(hands, callerBy(key, request, hands), { method: 'GET', path: '/models' })
    return { ...seen, aliases: aliasesIn(said) }
  })

  server.get('/console/jobs', async (request) => {
    const { account } = signedIn(request)
    return { jobs: hands.jobs.list({ account, most: MOST_JOBS }).map(shownOf) }
  })

  server.post('/console/videos', async (request) => {
    const { key, order } = fieldsOf(request)
    const caller = callerBy(key, request, hands)
    const { seen, said } = await askedBy(hands, caller, { method: 'POST', path: '/videos', body: order })
    return { ...seen, job: jobNamedIn(said, caller, hands) ?? null }
  })

  server.post('/console/videos/:id/poll', async (request) => {
    const caller = callerBy(fieldsOf(request).key, request, hands)
    const id = paramOf(request, 'id')
    if (hands.jobs.get(id)?.account !== caller.account)
      throw new Refusal(404, 'not_found', 'Your account does not have this job.')
    return (await askedBy(hands, caller, { method: 'GET', path: `/videos/${encodeURIComponent(id)}` })).seen
  })
}

function callerBy(id: unknown, request: FastifyRequest, hands: Hands): Caller {
  const { account } = signedIn(request)
  if (typeof id !== 'string' || id === '') throw wrongField('key', 'Choose a key.')
  const key = keyOf(id, account, hands)
  if (key.revoked) throw wrongField('key', 'This key is revoked. The service would return 401.', 409)
  return { account, keyId: key.id }
}

/** The id of a job of this account in any field, since the response format is open. */
function jobNamedIn(json: unknown, caller: Caller, hands: Hands): string | undefined {
  if (typeof json === 'string' || typeof json === 'number')
    return hands.jobs.get(String(json))?.account === caller.account ? String(json) : undefined
  if (typeof json !== 'object' || json === null) return undefined
  for (const value of Object.values(json)) {
    const found = jobNamedIn(value, caller, hands)
    if (found !== undefined) return found
  }
  return undefined
}

function shownOf({ id, keyId, parameters, status, stage, createdAt, finishedAt, credits }: Job) {
  return { id, key: keyId, parameters, status, stage, createdAt, finishedAt, credits }
}
