import type { Elsewhere } from '../../history/entry/exchange.ts'
import { recordOf, succeeded } from '../../history/reading/reading.ts'
import { hasRecipes } from '../../keys/recipes.ts'
import type { Unattributed } from './attribution.ts'
import { partsOf, type Seen } from './seen.ts'

export type AskedElsewhere = Omit<Elsewhere, 'kind' | 'n'>

/** Of what was asked of others, what the interface has to do with: it carries a key, or its address came from an answer. */
export function concerning(exchanges: readonly Unattributed[], outside: readonly Seen[]): AskedElsewhere[] {
  const addresses = new Set(exchanges.flatMap(addressesIn))
  return outside.flatMap((seen) => {
    const parts = partsOf(seen.url)
    if (!parts) return []
    const isNamed = addresses.has(withoutQuery(seen.url))
    return isNamed || carriesAKey(seen) ? [elsewhere(seen, parts)] : []
  })
}

/** The url of a video, as a record shows it. */
function addressesIn(exchange: Unattributed): string[] {
  if (exchange.request.method !== 'GET' || !exchange.answer?.body.includes('"url"')) return []
  const read = { ...exchange, kind: 'exchange', n: 0, purpose: { by: '', part: 'observation' } } as const
  const { url } = (succeeded(read) && recordOf(read)) || {}
  return typeof url === 'string' ? [withoutQuery(url)] : []
}

const withoutQuery = (url: string): string => {
  const { origin = '', pathname = '' } = URL.parse(url) ?? {}
  return origin + pathname
}

const carriesAKey = ({ url, headers, body = '' }: Seen): boolean => [url, body, ...headers.flat()].some(hasRecipes)

function elsewhere(seen: Seen, { origin, path }: { origin: string; path: string }): AskedElsewhere {
  const { method, headers, body = '', answer, failure, at, ms, sent, received, connection, passing } = seen
  return {
    ...{ at, ms, sent, received, origin },
    ...(connection !== undefined && { connection }),
    ...(passing && { passing }),
    request: { method, path, headers, ...(hasRecipes(body) && { body }) },
    ...(answer && { answer }),
    ...(failure && { failure }),
  }
}
