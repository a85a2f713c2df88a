import type { Target } from '../../../engine/config/target.ts'
import type { Exchange } from '../../../engine/history/entry/exchange.ts'
import { INTRODUCTION } from '../../../engine/history/entry/senders.ts'
import { isRecord, parseJson, succeeded } from '../../../engine/history/reading/reading.ts'
import { endpointOf } from '../../../engine/http/requests.ts'
import { ELSEWHERE, type Noticed, type Where } from './habit.ts'

const ASKED_AS_IT_SHOULD_BE: ReadonlySet<string> = new Set(['twin', 'control', 'poll', 'introduction'])

/** How what was asked was answered: by status, for each check and endpoint that it asks. */
export function noticeAnswer(exchange: Exchange, target: Target, into: Noticed): void {
  const { answer, request, purpose, n } = exchange
  if (!answer || isOfTheFirstTries(exchange)) return
  // Open points are covered by choices.
  if (purpose.part === 'observation' || purpose.open !== undefined || purpose.wrong?.includes('oddity')) return
  // 429 says nothing about the request itself.
  if (answer.status === 429) return
  const endpoint = endpointOf(request, target) ?? ELSEWHERE
  const isPlain = ASKED_AS_IT_SHOULD_BE.has(purpose.part) || isPlainSubmission(exchange)
  const where: Where = isPlain ? { endpoint } : { endpoint, asked: askedBy(exchange) }
  into.see(where, 'answer', String(answer.status), [n])
}

/** A run tries bodies until one is accepted, and its aliases may be another server's. */
const isOfTheFirstTries = (exchange: Exchange) => isOfTheIntroduction(exchange) && !succeeded(exchange)

const isOfTheIntroduction = ({ purpose: { by, part } }: Exchange) => by === INTRODUCTION && part === 'submission'

/** Nothing was said of what it tries, and of the first ones only the plainest is accepted. */
const isPlainSubmission = (exchange: Exchange) => {
  const { part, tries, mark, case: named } = exchange.purpose
  return part === 'submission' && tries === undefined && mark === undefined && named === undefined
}

function askedBy({ purpose: { by, part }, request }: Exchange): string {
  if (part !== 'submission') return `${by} ${request.method}`
  const body = parseJson(request.body ?? '')?.value
  // What is ordered differs from check to check by the fields that it names.
  return isRecord(body) ? `a submission with ${Object.keys(body).sort().join(', ')}` : `${by} POST`
}
