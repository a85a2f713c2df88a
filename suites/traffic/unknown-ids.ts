import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { statusOf } from '../../engine/history/reading/reading.ts'
import { endpointOf, idIn } from '../../engine/http/requests.ts'
import type { Facts } from '../../engine/judge/check.ts'
import { isNotFound } from '../../engine/judge/expectations.ts'
import { besideGood, goodKeyOf, type Wrong } from './beside-good.ts'

const NAME = 'GET /videos/{id}'

/** Keys, credits and rights that ran out, and servers that are out of order, say nothing about an id. */
const isAboutTheId = (exchange: Exchange) => {
  const status = statusOf(exchange) ?? 0
  return status >= 400 && status < 500 && ![401, 402, 403, 408, 421, 425, 431].includes(status)
}

/** An id of the form that those of the jobs have, and of none of them. */
function wrongIn(exchange: Exchange, facts: Facts): Wrong | undefined {
  const { purpose, request } = exchange
  const [id, key] = [idIn(request), goodKeyOf(exchange, facts)]
  const isAsked = purpose.part === 'probe' && endpointOf(request, facts.target) === NAME && !request.path.includes('?')
  if (!isAsked || id === undefined || key === undefined || facts.ids().includes(id)) return undefined
  return isAboutTheId(exchange) ? { case: `${NAME} of ${id}`, name: NAME, key } : undefined
}

export const unknownIds = besideGood(
  {
    id: 'traffic.unknown-ids',
    clause: 'accounts.unknown-id',
    title: 'returns 404 for an id that resembles a job id and is unknown',
  },
  isNotFound,
  wrongIn,
)
