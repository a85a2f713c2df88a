import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { asksForSomethingElse } from '../../engine/history/reading/plain-requests.ts'
import { statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { isAskedByNobody, keyOf } from '../../engine/history/reading/request-key.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import { endpointOf } from '../../engine/http/requests.ts'
import { type Check, type Facts, rule } from '../../engine/judge/check.ts'
import { oneAnswerRule } from '../../engine/judge/one-answer-rule.ts'
import { fail, pass, skip } from '../../engine/judge/verdict.ts'
import { isOfWholeKey, type KeyName, recipesIn } from '../../engine/keys/placeholders.ts'
import type { EndpointName } from '../../spec/endpoints.ts'
import { ERROR_CODES } from '../../spec/words.ts'

const { unauthorized } = ERROR_CODES

type Notes = {
  kept: number[]
  letThrough: { exchange: Exchange; name: EndpointName }[]
  twins: Map<EndpointName, number>
}

/** For any sender: a request without a key must not be answered like the same request with a valid key. */
export const noAccessWithoutAKey: Check = rule<Notes>({
  id: 'auth.header-required/every-response',
  clause: 'auth.header-required',
  suite: 'auth',
  title: 'returns different responses with and without a key',
  byChance: true,
  begin: () => ({ kept: [], letThrough: [], twins: new Map() }),
  see({ kept, letThrough, twins }, exchange, facts) {
    const name = endpointOf(exchange.request, facts.target)
    if (name === undefined) return
    if (succeeded(exchange) && isAskedByAGoodKey(exchange, facts)) twins.set(name, exchange.n)
    if (!isAskedWithoutAKey(exchange)) return
    if (succeeded(exchange)) letThrough.push({ exchange, name })
    else if (statusOf(exchange) === unauthorized) kept.push(exchange.n)
  },
  conclude({ kept, letThrough, twins }, { isOneServer }) {
    const expected = `${unauthorized}${isOneServer ? '' : ' (unless the recorder dropped the header)'}`
    const violations = letThrough.flatMap(({ exchange, name }) => {
      const twin = twins.get(name)
      if (twin === undefined) return []
      return [{ case: name, expected, received: receivedInWords(exchange), evidence: [twin, exchange.n] }]
    })
    if (violations.length > 0) return fail(violations, kept.length + violations.length)
    return kept.length > 0 ? pass(kept.length, kept.slice(0, 20)) : skip('no request without a key was recorded')
  },
})

const isAskedByAGoodKey = ({ request }: Exchange, { isGood }: Facts) => {
  const key = keyOf(request)
  return key !== undefined && isGood(key)
}

/** Excludes probes with a control request: their senders judge them, and they may have further mistakes. */
const isAskedWithoutAKey = ({ request, purpose: { keyLeftOut, twin, part } }: Exchange) =>
  !keyLeftOut && twin === undefined && part === 'probe' && !asksForSomethingElse(request) && isAskedByNobody(request)

/** The placeholder of a whole key, which also names the encoding in which the server showed it. */
function fullKeyIn(text: string, { keyring, isGood }: Facts): string | undefined {
  // An unknown key is no secret. An observed key counts as issued once it was accepted.
  const isIssued = (name: KeyName) => isGood(name) || keyring.isIssued(name)
  return recipesIn(text).find((recipe) => isOfWholeKey(recipe) && isIssued(recipe.name))?.text
}

/** The key is shown once at its creation, which is not part of the interface. */
const mayBeItsCreation = (exchange: Exchange, { target }: Facts) =>
  exchange.request.method === 'POST' && endpointOf(exchange.request, target) === undefined && succeeded(exchange)

export const keyNeverShown = oneAnswerRule({
  id: 'auth.key-never-shown',
  clause: 'auth.key-never-shown',
  suite: 'auth',
  title: 'never returns a full key in a status line, a header or a body',
  unseen: 'no response was received',
  inspect(exchange, facts) {
    const { answer } = exchange
    if (!answer || mayBeItsCreation(exchange, facts)) return undefined
    if (fullKeyIn(answer.statusText ?? '', facts))
      return { expected: 'no full key in the status line', received: `${answer.status} ${answer.statusText}` }
    const inBody = fullKeyIn(answer.body, facts)
    if (inBody) return { expected: 'no full key in the body', received: `a body with ${inBody}` }
    const header = answer.headers.find(([name, value]) => fullKeyIn(name, facts) ?? fullKeyIn(value, facts))
    if (header) return { expected: 'no full key in the headers', received: `${header[0]}: ${header[1]}` }
    return 'kept'
  },
})
