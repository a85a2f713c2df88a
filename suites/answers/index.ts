import { below } from '../../engine/config/target.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { membersThatDiffer } from '../../engine/history/reading/duplicate-members.ts'
import { mayPass } from '../../engine/history/reading/facts.ts'
import { headerOf, isRecord, jsonOf, statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import type { Check, Facts, Suite } from '../../engine/judge/check.ts'
import { isBelow500 } from '../../engine/judge/expectations.ts'
import { oneAnswerRule } from '../../engine/judge/one-answer-rule.ts'
import { isHostile } from '../probed.ts'
import { codeRules, errorsShowTheirCode } from './codes.ts'
import { answerObservations } from './observations.ts'

/** Outside the base URL another program may answer. */
const isInside = ({ request }: Exchange, { target }: Facts) => request.path.startsWith(below(target, '/'))

const noServerError = oneAnswerRule({
  id: 'answers.no-server-error',
  clause: 'answers.no-server-error',
  suite: 'answers',
  title: 'returns no 5xx',
  unseen: 'every response was 502, 503 or 504',
  inspect(exchange) {
    const status = statusOf(exchange)
    if (status === undefined || mayPass(exchange)) return undefined
    const { expected, holds } = isBelow500
    return holds(exchange) ? 'kept' : { expected, received: receivedInWords(exchange) }
  },
})

const successIs200 = oneAnswerRule({
  id: 'answers.success-is-200',
  clause: 'answers.success-is-200',
  suite: 'answers',
  title: 'returns 200 for a GET that succeeds',
  unseen: 'no ordinary GET succeeded',
  inspect(exchange) {
    if (exchange.request.method !== 'GET' || !succeeded(exchange)) return undefined
    if (exchange.purpose.part === 'observation' || isHostile(exchange)) return undefined
    return statusOf(exchange) === 200 ? 'kept' : { expected: '200', received: String(statusOf(exchange)) }
  },
})

/** Only what is plainly JSON, an object or a list, has to be called JSON: a bare word may be text. */
const jsonIsLabelled = oneAnswerRule({
  id: 'answers.json-is-labelled',
  clause: 'answers.json-is-labelled',
  suite: 'answers',
  title: 'sends JSON with a JSON Content-Type',
  unseen: 'no response below the base URL was a JSON object or array',
  inspect(exchange, facts) {
    const value = jsonOf(exchange)?.value
    if (!isInside(exchange, facts) || exchange.answer?.headersLeftOut) return undefined
    if (!isRecord(value) && !Array.isArray(value)) return undefined
    const type = headerOf(exchange, 'content-type')
    if (type !== undefined && /^[^;]*[/+]json\s*(;|$)/i.test(type)) return 'kept'
    return {
      expected: 'Content-Type application/json, or a type that ends in +json',
      received: type === undefined ? 'no Content-Type' : `Content-Type ${type}`,
    }
  },
})

const BYTE_ORDER_MARK = '\ufeff'

const jsonReadsAlike = oneAnswerRule({
  id: 'answers.json-reads-alike',
  clause: 'answers.json-reads-alike',
  suite: 'answers',
  title: 'sends JSON that every parser reads the same way',
  unseen: 'no valid request below the base URL returned JSON',
  inspect(exchange, facts) {
    // What was sent oddly may be repeated as it came.
    if (
      !jsonOf(exchange) ||
      !isInside(exchange, facts) ||
      exchange.purpose.part === 'observation' ||
      isHostile(exchange)
    )
      return undefined
    const { body } = exchange.answer!
    const expected = 'JSON that every parser reads the same way'
    if (body.startsWith(BYTE_ORDER_MARK)) return { expected, received: 'a byte order mark before it' }
    const [name] = membersThatDiffer(body)
    if (name === undefined) return 'kept'
    return { expected, received: `the key ${JSON.stringify(name)} twice in one object, with two values` }
  },
})

const httpRules: Check[] = [noServerError, successIs200, jsonIsLabelled, jsonReadsAlike]

export const answers: Suite = {
  name: 'answers',
  about: 'Every response of the run: error codes, statuses, Content-Type (§7).',
  checks: [...codeRules, errorsShowTheirCode, ...httpRules, ...answerObservations],
}
