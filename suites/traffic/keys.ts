import type { Exchange, RequestTemplate } from '../../engine/history/entry/exchange.ts'
import { asksForSomethingElse } from '../../engine/history/reading/plain-requests.ts'
import { jsonOf, statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { authorizationsIn, isAskedByNobody, keyOf } from '../../engine/history/reading/request-key.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import { endpointOf } from '../../engine/http/requests.ts'
import type { Facts } from '../../engine/judge/check.ts'
import { isUnauthorized } from '../../engine/judge/expectations.ts'
import type { Violation } from '../../engine/judge/verdict.ts'
import {
  isDamaged,
  isInOtherLetters,
  isOfWholeKey,
  type KeyName,
  type Recipe,
  recipesIn,
  wholeKeyOf,
} from '../../engine/keys/placeholders.ts'
import { isBlackedOut } from '../../engine/keys/secrets/names.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { ENDPOINTS, type EndpointName } from '../../spec/endpoints.ts'
import { ERROR_CODES } from '../../spec/words.ts'
import { besideGood, concluded, type Moment, momentOf, observed, type Wrong } from './observed.ts'

const MOST_BODY_CHARACTERS = 20_000
const MOST_PATH_CHARACTERS = 2000

/** A signature for a gateway, which removes it before the server sees it. */
const OF_A_GATEWAY = /^aws4-/i
const SENT_TO_A_LOGIN = [302, 303]

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
    const what = rest === '' ? 'Bearer without a key' : formMistakeIn(between, rest)
    return what === undefined ? undefined : { clause: 'auth.header-form', what }
  }
  const isOfAKey = scheme !== '' && between !== '' && recipesIn(rest).length > 0 && !OF_A_GATEWAY.test(scheme)
  return isOfAKey ? { clause: 'auth.scheme-is-bearer', what: `the scheme ${scheme}` } : undefined
}

function formMistakeIn(between: string, rest: string): string | undefined {
  if (between === '') return 'Bearer without a space after it'
  const recipes = recipesIn(rest)
  const besides = recipes.reduce((left, { text }) => left.replace(text, ''), rest)
  const words = besides.split(/[\s,]+/).filter((word) => word !== '')
  const isNothingElse = recipes.every(isOfWholeKey) && words.every((word) => word.toLowerCase() === 'bearer')
  const isTwice = isNothingElse && recipes.length > 0 && recipes.length + words.length > 1
  return isTwice ? 'Bearer followed by two words' : undefined
}

/** Long or unusual requests may be refused for that alone. */
const isPlainlyAsked = ({ headers, path, body = '' }: RequestTemplate) =>
  headers.length > 0 &&
  path.length <= MOST_PATH_CHARACTERS &&
  body.length <= MOST_BODY_CHARACTERS &&
  !asksForSomethingElse({ headers: headers.filter(([name]) => name.toLowerCase() !== 'cookie') })

/** A proxy or gateway may send a page, or nothing. */
const isOfTheServer = (exchange: Exchange) =>
  succeeded(exchange) || [401, ...SENT_TO_A_LOGIN].includes(statusOf(exchange)!) || jsonOf(exchange)

function wrongBy(clause: ClauseId) {
  return (exchange: Exchange, facts: Facts): Wrong | undefined => {
    const name = endpointOf(exchange.request, facts.target)
    if (name === undefined || !isPlainlyAsked(exchange.request) || !isOfTheServer(exchange)) return undefined
    const mistake = mistakeIn(exchange)
    return mistake?.clause === clause ? { case: `${name}, ${mistake.what}`, name } : undefined
  }
}

const MISTAKES: [clause: ClauseId, title: string][] = [
  ['auth.header-required', 'returns 401 for requests without an Authorization header'],
  ['auth.only-the-header-counts', 'returns 401 for requests with the key outside the Authorization header'],
  ['auth.bare-key-refused', 'returns 401 for requests with a key without a scheme'],
  ['auth.scheme-is-bearer', 'returns 401 for requests with a key in another scheme'],
  ['auth.header-form', 'returns 401 for an Authorization header that is not Bearer and one key'],
]

type Damaged = { n: number; recipe: Recipe; what: string; words: string; isLetIn: boolean; isRefused: boolean }

/** A valid key in part or in other letters. Recorders shorten keys: one that is never refused decides nothing. */
function damagedKey({ request }: Exchange): Recipe | undefined {
  const [value = '', ...others] = authorizationsIn(request)
  const [recipe] = recipesIn(value)
  return others.length === 0 && recipe && value === `Bearer ${recipe.text}` ? recipe : undefined
}

const refusesDamaged = (clause: ClauseId, title: string, isOfTheKind: (recipe: Recipe) => boolean) =>
  observed<Damaged[]>(clause, title, {
    begin: () => [],
    see(asked, exchange, { target, isGood }) {
      const recipe = damagedKey(exchange)
      const name = endpointOf(exchange.request, target)
      if (!recipe || !isOfTheKind(recipe) || !isGood(recipe.name) || !exchange.answer || name === undefined) return
      asked.push({
        n: exchange.n,
        recipe,
        what: `${name}, key ${recipe.name}${recipe.change}`,
        words: receivedInWords(exchange),
        isLetIn: succeeded(exchange),
        isRefused: isUnauthorized.holds(exchange),
      })
    },
    conclude(asked) {
      const refused = new Map(asked.filter(({ isRefused }) => isRefused).map((each) => [each.recipe.text, each]))
      const letIn = asked.filter(({ isLetIn }) => isLetIn)
      const violations = letIn.flatMap(({ n, recipe, what, words }): Violation[] => {
        const elsewhere = refused.get(recipe.text)
        if (!elsewhere) return []
        return [{ case: what, expected: isUnauthorized.expected, received: words, evidence: [elsewhere.n, n] }]
      })
      const [doubt] = letIn
      return concluded({
        violations,
        doubt: doubt && { why: `${doubt.what}: ${doubt.words}, but the recorder may have changed the key`, n: doubt.n },
        kept: [...refused.values()],
        unseen: 'no such request was recorded and refused',
      })
    },
  })

/** A key that is created or revoked in the meantime is both accepted and refused: once is not enough. */
const LEAST_REFUSED = 4
/** These statuses show that the server has accepted the key. */
const BEHIND_THE_KEY = [400, 404, 422]

type Asked = Moment & { name: EndpointName; isRefused: boolean; words: string }

/** One endpoint accepts a key each time, while all others refuse it. */
const refusedOnAllEndpoints = observed<Map<KeyName, Asked[]>>(
  'auth.unknown-key',
  'refuses a key on all endpoints or on none',
  {
    begin: () => new Map(),
    see(all, exchange, { target }) {
      const name = endpointOf(exchange.request, target)
      const key = keyOf(exchange.request)
      const isRefused = isUnauthorized.holds(exchange)
      const isLookedInto = succeeded(exchange) || (BEHIND_THE_KEY.includes(statusOf(exchange)!) && jsonOf(exchange))
      if (name === undefined || key === undefined || !(isRefused || isLookedInto)) return
      const asked = all.get(key) ?? []
      all.set(key, asked)
      asked.push({ ...momentOf(exchange), name, isRefused, words: isRefused ? '' : receivedInWords(exchange) })
    },
    conclude(all) {
      const letIn = [...all].flatMap(([key, asked]) =>
        asked.some(({ isRefused }) => isRefused) ? ENDPOINTS.flatMap(({ name }) => letInAt(name, key, asked)) : [],
      )
      const [doubt] = letIn
      return concluded({
        violations: letIn.filter(({ isSure }) => isSure).map(({ violation }) => violation),
        doubt: doubt && {
          why: `${doubt.violation.case}: other endpoints refused the key, but too rarely`,
          n: doubt.violation.evidence.at(-1)!,
        },
        kept: [],
        tried: all.size,
        unseen: 'no key was refused by some endpoints and accepted by another at the same time',
      })
    },
  },
)

function letInAt(name: EndpointName, key: KeyName, asked: readonly Asked[]) {
  const { here = [], elsewhere = [] } = Object.groupBy(asked, (each) => (each.name === name ? 'here' : 'elsewhere'))
  const isOnlyHere = here.every(({ isRefused }) => !isRefused) && elsewhere.every(({ isRefused }) => isRefused)
  if (here.length === 0 || elsewhere.length === 0 || !isOnlyHere) return []
  const isAround = (outer: readonly Asked[], { sent, received }: Asked) =>
    outer[0]!.received < sent && outer.at(-1)!.sent > received
  const open = here.find((each) => isAround(elsewhere, each))
  const middle = open ?? elsewhere.find((each) => isAround(here, each))
  if (!middle) return []
  const around = open ? elsewhere : here
  const violation: Violation = {
    case: `${name} with key ${key}`,
    expected: `${ERROR_CODES.unauthorized}, as on the other endpoints at the same time`,
    received: (open ?? here[0]!).words,
    evidence: [around[0]!.n, around.at(-1)!.n, middle.n],
  }
  return [{ isSure: elsewhere.length >= LEAST_REFUSED || here.length > 1, violation }]
}

export const keys = [
  ...MISTAKES.map(([clause, title]) => besideGood(clause, title, isUnauthorized, wrongBy(clause))),
  refusesDamaged(
    'auth.whole-key-compared',
    'returns 401 for a part of a valid key, or for one with a wrong character',
    isDamaged,
  ),
  refusesDamaged('auth.letter-case-counts', 'returns 401 for a valid key in another letter case', isInOtherLetters),
  refusedOnAllEndpoints,
]
