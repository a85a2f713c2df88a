import type { Exchange } from '../../runner/history/exchange.ts'
import type { Facts } from '../../runner/judging/check.ts'
import { isNotFound } from '../../runner/judging/expectations.ts'
import { endpointOf, idIn } from '../../runner/wire/requests.ts'
import { besideGood, carriesAGoodKey, type Wrong } from './beside-good.ts'

const NAME = 'GET /videos/{id}'

/** An id like those of the jobs that were seen, which is none of theirs. What is answered with a job may be one of before. */
function wrongIn(exchange: Exchange, facts: Facts): Wrong | undefined {
  const { purpose, request } = exchange
  const isUnknown =
    purpose.part === 'probe' && endpointOf(request, facts.target) === NAME && !request.path.includes('?')
  return isUnknown && carriesAGoodKey(exchange, facts) ? { case: `${NAME} of ${idIn(request)}`, name: NAME } : undefined
}

export const unknownIds = besideGood(
  {
    id: 'traffic.unknown-ids',
    clause: 'accounts.unknown-id',
    title: 'answers 404 to whoever asks for an id that is like those of jobs and is none',
  },
  isNotFound,
  wrongIn,
)
