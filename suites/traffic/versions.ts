import { type Target, withoutVersion, withVersionTwice } from '../../engine/config/target.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { endpointOf, idIn } from '../../engine/http/requests.ts'
import type { Facts } from '../../engine/judge/check.ts'
import { isNotFound } from '../../engine/judge/expectations.ts'
import { besideGood, goodKeyOf, type Wrong } from './beside-good.ts'

type Wrongly = (target: Target, path: string) => string

/** The endpoint that a request would ask if the version stood in its path once. */
function wrongBy(wrongly: Wrongly, what: string) {
  return (exchange: Exchange, facts: Facts): Wrong | undefined => {
    const { target } = facts
    const front = wrongly(target, '/')
    const { path } = exchange.request
    const key = goodKeyOf(exchange, facts)
    if (!target.endsWithVersion || !path.startsWith(front) || key === undefined) return undefined
    const request = { ...exchange.request, path: `${target.basePath}/${path.slice(front.length)}` }
    const name = endpointOf(request, target)
    // Behind the name of a file there may be anything: a video, for one.
    const isOfAJob = name !== 'GET /videos/{id}' || facts.ids().includes(idIn(request) ?? '')
    return name && isOfAJob ? { case: `${name}, ${what}`, name, key } : undefined
  }
}

export const versions = [
  besideGood(
    {
      id: 'traffic.version-doubled',
      clause: 'paths.version-once',
      title: 'returns 404 for paths with the version doubled',
    },
    isNotFound,
    wrongBy(withVersionTwice, 'the version doubled'),
  ),
  besideGood(
    {
      id: 'traffic.version-omitted',
      clause: 'paths.version-present',
      title: 'returns 404 for paths without the version',
    },
    isNotFound,
    wrongBy(withoutVersion, 'no version'),
  ),
]
