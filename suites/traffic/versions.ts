import type { Exchange } from '../../runner/history/exchange.ts'
import type { Facts } from '../../runner/judging/check.ts'
import { isNotFound } from '../../runner/judging/expectations.ts'
import { type Target, withoutVersion, withVersionTwice } from '../../runner/settings/target.ts'
import { endpointOf } from '../../runner/wire/requests.ts'
import { besideGood, carriesAGoodKey, type Wrong } from './beside-good.ts'

type Wrongly = (target: Target, path: string) => string

/** The endpoint that a request would ask if the version stood in its path once. */
function wrongBy(wrongly: Wrongly, what: string) {
  return (exchange: Exchange, facts: Facts): Wrong | undefined => {
    const { target } = facts
    const front = wrongly(target, '/')
    const { path } = exchange.request
    if (!target.endsWithVersion || !path.startsWith(front) || !carriesAGoodKey(exchange, facts)) return undefined
    const name = endpointOf({ ...exchange.request, path: `${target.basePath}/${path.slice(front.length)}` }, target)
    return name && { case: `${name}, ${what}`, name }
  }
}

export const versions = [
  besideGood(
    {
      id: 'traffic.version-doubled',
      clause: 'paths.version-once',
      title: 'answers 404 to whoever writes the version twice',
    },
    isNotFound,
    wrongBy(withVersionTwice, 'the version twice'),
  ),
  besideGood(
    {
      id: 'traffic.version-omitted',
      clause: 'paths.version-present',
      title: 'answers 404 to whoever leaves the version out',
    },
    isNotFound,
    wrongBy(withoutVersion, 'no version'),
  ),
]
