import { jsonOf, statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/who-asks.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import { endpointOf } from '../../engine/http/requests.ts'
import { rule } from '../../engine/judge/check.ts'
import { fail, inconclusive, skip, type Violation } from '../../engine/judge/verdict.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import { ENDPOINTS, type EndpointName } from '../../spec/endpoints.ts'
import { ERROR_CODES } from '../../spec/words.ts'

type Asked = { n: number; sent: number; received: number; name: EndpointName; isRefused: boolean; words: string }

/** A key that is taken up, or given up, meanwhile is let in and refused as well: once is not enough. */
const LEAST_REFUSED = 4

/** Whoever says so has looked at more than the key. */
const BEHIND_THE_KEY = [400, 404, 422]

/** A key that all other endpoints refuse, and one lets in each time, in the same time: where it is bad, it is bad everywhere. */
export const keysRefusedElsewhere = rule<Map<KeyName, Asked[]>>({
  id: 'traffic.key-refused-elsewhere',
  clause: 'auth.unknown-key',
  suite: 'traffic',
  title: 'refuses a key on all endpoints or on none',
  begin: () => new Map(),
  see(all, exchange, { target }) {
    const name = endpointOf(exchange.request, target)
    const key = keyOf(exchange.request)
    const isRefused = statusOf(exchange) === ERROR_CODES.unauthorized
    const isLookedInto = succeeded(exchange) || (BEHIND_THE_KEY.includes(statusOf(exchange)!) && jsonOf(exchange))
    if (name === undefined || key === undefined || !(isRefused || isLookedInto)) return
    const { n, sent, received } = exchange
    const asked = { n, sent, received, name, isRefused, words: isRefused ? '' : receivedInWords(exchange) }
    const known = all.get(key)
    if (known) known.push(asked)
    else all.set(key, [asked])
  },
  conclude(all) {
    const letIn = [...all].flatMap(([key, asked]) =>
      asked.some(({ isRefused }) => isRefused) ? ENDPOINTS.flatMap(({ name }) => letInAt(name, key, asked) ?? []) : [],
    )
    const violations = letIn.filter(({ isSure }) => isSure).map(({ violation }) => violation)
    if (violations.length > 0) return fail(violations, all.size)
    const [doubt] = letIn
    if (doubt)
      return inconclusive(
        `${doubt.violation.case}: other endpoints refused the key, but too rarely`,
        doubt.violation.evidence,
      )
    return skip('no key was refused by some endpoints and accepted by another at the same time')
  },
})

function letInAt(name: EndpointName, key: KeyName, asked: readonly Asked[]) {
  const here = asked.filter((each) => each.name === name)
  const elsewhere = asked.filter((each) => each.name !== name)
  if (here.length === 0 || here.some(({ isRefused }) => isRefused) || !elsewhere.every(({ isRefused }) => isRefused))
    return undefined
  const isAround = (outer: readonly Asked[], { sent, received }: Asked) =>
    outer[0]!.received < sent && outer.at(-1)!.sent > received
  const open = here.find((each) => isAround(elsewhere, each))
  const closed = elsewhere.find((each) => isAround(here, each))
  if (elsewhere.length === 0 || !(open || closed)) return undefined
  const around = open ? elsewhere : here
  const [first, last] = [around[0]!, around.at(-1)!]
  const expected = `${ERROR_CODES.unauthorized}, as on the other endpoints at the same time`
  const evidence = [first.n, last.n, (open ?? closed)!.n]
  const violation: Violation = {
    case: `${name} with key ${key}`,
    expected,
    received: (open ?? here[0]!).words,
    evidence,
  }
  return { isSure: elsewhere.length >= LEAST_REFUSED || here.length > 1, violation }
}
