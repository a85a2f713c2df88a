import { below } from '../../engine/config/target.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { CODE_WORDS, isCalledCode, shownCodes } from '../../engine/history/reading/facts.ts'
import { jsonOf, statusOf, walk, whyUnread } from '../../engine/history/reading/reading.ts'
import { list, receivedInWords } from '../../engine/history/reading/words.ts'
import { isSubmission } from '../../engine/http/requests.ts'
import type { Check, Facts } from '../../engine/judge/check.ts'
import { oneAnswerRule } from '../../engine/judge/one-answer-rule.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import type { ErrorCode } from '../../spec/words.ts'
import { isHostile, mayBeRefusedForAnotherReason, probesTheBody } from '../probed.ts'

type Case = { status: number; code: ErrorCode; applies(exchange: Exchange, facts: Facts): boolean }

const isSubmitted = ({ request }: Exchange, { target }: Facts) => isSubmission(request, target)

/** Whatever was asked without a good key; a bad body that is answered 401 is another clause's matter. */
const unauthorized: Case = {
  status: 401,
  code: 'unauthorized',
  applies: (exchange) => !probesTheBody(exchange) && !isHostile(exchange),
}

/** A job or a path that is not there. What the suite merely observes may be 404 for reasons of the server's own. */
const notFound: Case = {
  status: 404,
  code: 'not_found',
  applies: (exchange, facts) =>
    !isSubmitted(exchange, facts) &&
    exchange.purpose.part !== 'observation' &&
    !isHostile(exchange) &&
    exchange.purpose.part !== 'introduction',
}

/** A body that is refused as such; 402, 403 and 429 speak of other things. */
const invalidRequest = (status: number): Case => ({
  status: status >= 400 && status < 500 && ![401, 402, 403, 404, 429].includes(status) ? status : Number.NaN,
  code: 'invalid_request',
  applies: (exchange) =>
    exchange.request.method === 'POST' && probesTheBody(exchange) && !mayBeRefusedForAnotherReason(exchange),
})

/** A limit of another kind has a word of its own; a word that stands for any error says nothing of it. */
export function speaksOfItsOwn(exchange: Exchange): boolean {
  const body = jsonOf(exchange)
  if (!body) return false
  return [...walk(body.value)].some(({ way, value }) => {
    if (typeof value !== 'string' || CODE_WORDS.some((word) => word === value)) return false
    const isCompound = /^[a-z]+([_.-][a-z]+)+$/i.test(value)
    return isCompound || (/^[a-z]+$/i.test(value) && isCalledCode(way))
  })
}

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

export const codeRules: Check[] = [
  codeRule(unauthorized, 'for a key', { id: 'codes.unauthorized', clause: 'codes.unauthorized' }),
  codeRule(notFound, 'for a path or a job', { id: 'codes.not-found', clause: 'codes.not-found' }),
  codeRule(noCapacity, 'for a submission', { id: 'codes.capacity-exceeded', clause: 'codes.capacity-exceeded' }),
]

/** In any letter case, but as a whole word: job_not_found is not not_found. */
const ALONE = new Map(CODE_WORDS.map((code) => [code, new RegExp(`(?<![a-z0-9_])${code}(?![a-z0-9_])`, 'i')]))

/** Outside the base URL another program may answer; inside it the error table speaks. */
export const errorsShowTheirCode = oneAnswerRule({
  id: 'answers.errors-show-their-code',
  clause: 'answers.errors-show-their-code',
  suite: 'answers',
  title: 'returns errors as JSON with the error code of the case',
  unseen: 'no response with an error of the error table had a readable body',
  inspect(exchange, facts) {
    const { request, answer, purpose } = exchange
    // The answer to HEAD has no body, and odd requests may be met by something in front of the server.
    if (request.method === 'HEAD' || isHostile(exchange)) return undefined
    if (!answer || purpose.part === 'observation' || !request.path.startsWith(below(facts.target, '/')))
      return undefined
    // A 429 may be another limit's, which the error table does not know.
    const fitting = [
      unauthorized,
      notFound,
      invalidRequest(answer.status),
      ...(speaksOfItsOwn(exchange) ? [] : [noCapacity]),
    ].find((each) => each.status === answer.status && each.applies(exchange, facts))
    if (!fitting) return undefined
    const codes = shownCodes(exchange)
    // That it is the wrong one of the four is for the clauses on the words to say.
    if (codes.length > 0) return codes.some((each) => each.code === fitting.code) ? 'kept' : undefined
    if (jsonOf(exchange) && ALONE.get(fitting.code)!.test(answer.body)) return 'kept'
    if (whyUnread(exchange)) return undefined
    return { expected: `JSON with the code ${fitting.code}`, received: receivedInWords(exchange) }
  },
})
