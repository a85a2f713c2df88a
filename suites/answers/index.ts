import { below } from '../../engine/config/target.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { membersThatDiffer } from '../../engine/history/reading/duplicate-members.ts'
import { CODE_WORDS, mayPass, shownCodes, speaksOfItsOwn } from '../../engine/history/reading/facts.ts'
import { headerOf, isRecord, jsonOf, statusOf, succeeded, whyUnread } from '../../engine/history/reading/reading.ts'
import { list, receivedInWords } from '../../engine/history/reading/words.ts'
import { isSubmission } from '../../engine/http/requests.ts'
import type { Check, Facts, Suite } from '../../engine/judge/check.ts'
import { isBelow500 } from '../../engine/judge/expectations.ts'
import { oneAnswerRule } from '../../engine/judge/one-answer-rule.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import type { ErrorCode } from '../../spec/words.ts'
import { isHostile, mayBeRefusedForAnotherReason, probesTheBody } from '../probed.ts'
import { answerObservations } from './observations.ts'

type Case = { status: number; code: ErrorCode; applies(exchange: Exchange, facts: Facts): boolean }

const isSubmitted = ({ request }: Exchange, { target }: Facts) => isSubmission(request, target)

/** Any request without a valid key; other clauses judge a bad body that returns 401. */
const unauthorized: Case = {
  status: 401,
  code: 'unauthorized',
  applies: (exchange) => !probesTheBody(exchange) && !isHostile(exchange),
}

/** An unknown job or path. A server may have its own reasons to answer 404 to requests of observations. */
const notFound: Case = {
  status: 404,
  code: 'not_found',
  applies: (exchange, facts) =>
    !isSubmitted(exchange, facts) &&
    exchange.purpose.part !== 'observation' &&
    !isHostile(exchange) &&
    exchange.purpose.part !== 'introduction',
}

/** A refused body; 402, 403 and 429 have other reasons. */
const invalidRequest = (status: number): Case => ({
  status: status >= 400 && status < 500 && ![401, 402, 403, 404, 429].includes(status) ? status : Number.NaN,
  code: 'invalid_request',
  applies: (exchange) =>
    exchange.request.method === 'POST' && probesTheBody(exchange) && !mayBeRefusedForAnotherReason(exchange),
})

const noCapacity: Case = {
  status: 429,
  code: 'capacity_exceeded',
  applies: isSubmitted,
}

function codeRule({ status, code, applies }: Case, about: string, named: { id: string; clause: ClauseId }): Check {
  return oneAnswerRule({
    ...named,
    suite: 'answers',
    title: `uses no other error code than ${code} in the body of a ${status}`,
    unseen: `no ${status} ${about} contained one of the four error codes`,
    inspect(exchange, facts) {
      if (statusOf(exchange) !== status || !applies(exchange, facts)) return undefined
      const codes = shownCodes(exchange).map((each) => each.code)
      if (codes.length === 0) return undefined
      return codes.includes(code) ? 'kept' : { expected: `code ${code}`, received: `code ${list(codes)}` }
    },
  })
}

const codeRules: Check[] = [
  codeRule(unauthorized, 'for a key', { id: 'codes.unauthorized', clause: 'codes.unauthorized' }),
  codeRule(notFound, 'for a path or a job', { id: 'codes.not-found', clause: 'codes.not-found' }),
  codeRule(noCapacity, 'for a submission', { id: 'codes.capacity-exceeded', clause: 'codes.capacity-exceeded' }),
]

/** In any letter case, but as a whole word: job_not_found is not not_found. */
const ALONE = new Map(CODE_WORDS.map((code) => [code, new RegExp(`(?<![a-z0-9_])${code}(?![a-z0-9_])`, 'i')]))

/** Outside the base URL another program may respond; inside it the error table applies. */
export const errorsShowTheirCode = oneAnswerRule({
  id: 'answers.errors-show-their-code',
  clause: 'answers.errors-show-their-code',
  suite: 'answers',
  title: 'returns errors as JSON with the error code of the case',
  unseen: 'no response with an error of the error table had a readable body',
  inspect(exchange, facts) {
    const { request, answer, purpose } = exchange
    // A response to HEAD has no body, and a proxy may respond to odd requests.
    if (request.method === 'HEAD' || isHostile(exchange)) return undefined
    if (!answer || purpose.part === 'observation' || !request.path.startsWith(below(facts.target, '/')))
      return undefined
    // A 429 may come from another limit, which the error table does not cover.
    const fitting = [
      unauthorized,
      notFound,
      invalidRequest(answer.status),
      ...(speaksOfItsOwn(exchange) ? [] : [noCapacity]),
    ].find((each) => each.status === answer.status && each.applies(exchange, facts))
    if (!fitting) return undefined
    const codes = shownCodes(exchange)
    // Other clauses judge a wrong code among the four.
    if (codes.length > 0) return codes.some((each) => each.code === fitting.code) ? 'kept' : undefined
    if (jsonOf(exchange) && ALONE.get(fitting.code)!.test(answer.body)) return 'kept'
    if (whyUnread(exchange)) return undefined
    return { expected: `JSON with the code ${fitting.code}`, received: receivedInWords(exchange) }
  },
})

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

/** Only objects and arrays need a JSON Content-Type: a bare word may be text. */
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
    // The server may echo odd input unchanged.
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
