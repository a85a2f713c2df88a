import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { mayPass, shownCodes } from '../../engine/history/reading/facts.ts'
import { statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/who-asks.ts'
import { list, receivedInWords } from '../../engine/history/reading/words.ts'
import type { Check, Facts } from '../../engine/judge/check.ts'
import { oneAnswerRule } from '../../engine/judge/one-answer-rule.ts'
import { isHostile, probesTheBody } from '../probed.ts'

const OTHER_MEANINGS = [401, 404]

const isSubmitted = ({ purpose }: Exchange) => purpose.opinion !== undefined
const speaksOfTheBody = (exchange: Exchange) => [400, 422].includes(statusOf(exchange) ?? 0)

/** A bad body that was refused as such. 402 and 403 speak of credits and rights, 429 of room. */
function refusedBody(exchange: Exchange, { keyring, isGood, isOneServer }: Facts): boolean {
  const { request, answer } = exchange
  const key = keyOf(request)
  // A key that was only seen may have been good at another time.
  const isRefusedItself = key !== undefined && !(keyring.isGood(key) ?? (isGood(key) && statusOf(exchange) !== 401))
  if (isRefusedItself) return false
  // Which aliases there are, nobody need have asked: but what is refused so is refused for its body.
  const isOfItsBody = probesTheBody(exchange) || (!isOneServer && isSubmitted(exchange) && speaksOfTheBody(exchange))
  if (request.method !== 'POST' || !isOfItsBody || isHostile(exchange)) return false
  return answer !== undefined && answer.status >= 300 && ![402, 403, 429].includes(answer.status)
}

/** An invalid key is refused regardless of the body. */
function confirms(exchange: Exchange, refused: Exchange, { keyring, isGood }: Facts): boolean {
  const [one, other] = [keyOf(exchange.request), keyOf(refused.request)]
  // Whoever recorded it left out who asks, of all requests: then it counts what the same way was taken on.
  if (exchange.purpose.keyLeftOut && refused.purpose.keyLeftOut)
    return exchange.request.path === refused.request.path && succeeded(exchange)
  if (one === undefined || other === undefined || !isGood(one) || !succeeded(exchange)) return false
  return keyring.areOfOneAccount(one, other) === true
}

const with4xx = oneAnswerRule({
  id: 'submission.refused-with-4xx',
  clause: 'submission.refused-with-4xx',
  suite: 'submission',
  title: 'refuses an invalid body with a 4xx that has no other meaning',
  unseen: 'no invalid body was refused',
  confirms,
  inspect(exchange, facts) {
    if (!refusedBody(exchange, facts) || mayPass(exchange)) return undefined
    const status = statusOf(exchange)!
    if (status >= 400 && status < 500 && !OTHER_MEANINGS.includes(status)) return 'kept'
    return { expected: `a 4xx other than ${list(OTHER_MEANINGS.map(String))}`, received: receivedInWords(exchange) }
  },
})

const withTheWord = oneAnswerRule({
  id: 'codes.invalid-request',
  clause: 'codes.invalid-request',
  suite: 'submission',
  title: 'uses no other error code than invalid_request when it refuses a body',
  unseen: 'no refusal of an invalid body had one of the four error codes',
  confirms,
  inspect(exchange, facts) {
    if (!refusedBody(exchange, facts) || mayPass(exchange)) return undefined
    const codes = shownCodes(exchange).map((each) => each.code)
    if (codes.length === 0) return undefined
    return codes.includes('invalid_request')
      ? 'kept'
      : { expected: 'code invalid_request', received: `code ${list(codes)}` }
  },
})

export const howRefused: Check[] = [with4xx, withTheWord]
