import type { Exchange, RequestTemplate } from '../../engine/history/entry/exchange.ts'
import { asksForSomethingElse } from '../../engine/history/reading/plainness.ts'
import { jsonOf, statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { authorizationsIn, isAskedByNobody } from '../../engine/history/reading/who-asks.ts'
import { endpointOf } from '../../engine/http/requests.ts'
import type { Facts } from '../../engine/judge/check.ts'
import { isUnauthorized } from '../../engine/judge/expectations.ts'
import { isOfWholeKey, recipesIn, wholeKeyOf } from '../../engine/keys/recipes.ts'
import { isBlackedOut } from '../../engine/keys/secrets/names.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { besideGood, type Wrong } from './beside-good.ts'

const MOST_BODY_CHARACTERS = 20_000
const MOST_PATH_CHARACTERS = 2000

/** A signature that a gateway asks for, and takes off before the server sees it. */
const OF_A_GATEWAY = /^aws4-/i

/** The clause by which this must be refused, and why; undefined if it is valid or unspecified. */
function mistakeIn({ request, purpose }: Exchange): { clause: ClauseId; what: string } | undefined {
  const [value, ...others] = authorizationsIn(request)
  if (value === undefined) {
    if (purpose.keyLeftOut) return undefined
    return isAskedByNobody(request)
      ? { clause: 'auth.header-required', what: 'no Authorization header' }
      : { clause: 'auth.only-the-header-counts', what: 'the key only outside the Authorization header' }
  }
  if (others.length > 0 || isBlackedOut(value)) return undefined
  if (wholeKeyOf(value.trim()) !== undefined)
    return { clause: 'auth.bare-key-refused', what: 'the key without a scheme' }
  const [, scheme = '', between = '', rest = ''] = /^([A-Za-z][\w-]*)(\s*)([\s\S]*)$/.exec(value) ?? []
  if (scheme.toLowerCase() === 'bearer') {
    const recipes = recipesIn(rest)
    if (rest === '') return { clause: 'auth.header-form', what: 'Bearer without a key' }
    if (between === '') return { clause: 'auth.header-form', what: 'Bearer without a space after it' }
    const besides = recipes.reduce((left, { text }) => left.replace(text, ''), rest)
    const words = besides.split(/[\s,]+/).filter((word) => word !== '')
    const isNothingElse = recipes.every(isOfWholeKey) && words.every((word) => word.toLowerCase() === 'bearer')
    const isTwice = isNothingElse && recipes.length > 0 && recipes.length + words.length > 1
    return isTwice ? { clause: 'auth.header-form', what: 'Bearer followed by two words' } : undefined
  }
  const isOfAKey = scheme !== '' && between !== '' && recipesIn(rest).length > 0 && !OF_A_GATEWAY.test(scheme)
  return isOfAKey ? { clause: 'auth.scheme-is-bearer', what: `the scheme ${scheme}` } : undefined
}

/** Long or unusual requests may be refused for that alone. */
const isPlainlyAsked = ({ headers, path, body = '' }: RequestTemplate) =>
  headers.length > 0 &&
  path.length <= MOST_PATH_CHARACTERS &&
  body.length <= MOST_BODY_CHARACTERS &&
  !asksForSomethingElse({ headers: headers.filter(([name]) => name.toLowerCase() !== 'cookie') })

/** A proxy or gateway may send a page, or nothing. */
const isOfTheServer = (exchange: Exchange) =>
  succeeded(exchange) || statusOf(exchange) === 401 || SENT_TO_A_LOGIN.includes(statusOf(exchange)!) || jsonOf(exchange)

const SENT_TO_A_LOGIN = [302, 303]

function wrongBy(clause: ClauseId) {
  return (exchange: Exchange, facts: Facts): Wrong | undefined => {
    const name = endpointOf(exchange.request, facts.target)
    const mistake = name && isPlainlyAsked(exchange.request) ? mistakeIn(exchange) : undefined
    if (!isOfTheServer(exchange)) return undefined
    return mistake?.clause === clause ? { case: `${name}, ${mistake.what}`, name: name! } : undefined
  }
}

const refused = (id: string, clause: ClauseId, title: string) =>
  besideGood({ id, clause, title }, isUnauthorized, wrongBy(clause))

export const credentials = [
  refused('traffic.no-header', 'auth.header-required', 'returns 401 for requests without an Authorization header'),
  refused(
    'traffic.key-elsewhere',
    'auth.only-the-header-counts',
    'returns 401 for requests with the key outside the Authorization header',
  ),
  refused('traffic.bare-key', 'auth.bare-key-refused', 'returns 401 for requests with a key without a scheme'),
  refused('traffic.other-scheme', 'auth.scheme-is-bearer', 'returns 401 for requests with a key in another scheme'),
  refused(
    'traffic.broken-form',
    'auth.header-form',
    'returns 401 for an Authorization header that is not Bearer and one key',
  ),
]
