import type { Target } from '../../../engine/config/target.ts'
import type { Exchange } from '../../../engine/history/entry/exchange.ts'
import { INTRODUCTION } from '../../../engine/history/entry/senders.ts'
import { isRecord, parseJson, succeeded } from '../../../engine/history/reading/reading.ts'
import { endpointOf } from '../../../engine/http/requests.ts'
import { ELSEWHERE, type Noticed, type Where } from './habit.ts'

const ASKED_AS_IT_SHOULD_BE: ReadonlySet<string> = new Set(['twin', 'control', 'poll', 'introduction'])

/** Counts responses by status, for each check and endpoint. */
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

/** A run submits bodies until one is accepted, and may use aliases of another server. */
const isOfTheFirstTries = (exchange: Exchange) => isOfTheIntroduction(exchange) && !succeeded(exchange)

const isOfTheIntroduction = ({ purpose: { by, part } }: Exchange) => by === INTRODUCTION && part === 'submission'

/** A submission without a probe; of the first ones, only the minimal one. */
const isPlainSubmission = (exchange: Exchange) => {
  const { part, tries, mark, case: named } = exchange.purpose
  return part === 'submission' && tries === undefined && mark === undefined && named === undefined
}

function askedBy({ purpose: { by, part }, request }: Exchange): string {
  if (part !== 'submission') return `${by} ${request.method}`
  const body = parseJson(request.body ?? '')?.value
  // Checks differ in the fields that they send.
  return isRecord(body) ? `a submission with ${Object.keys(body).sort().join(', ')}` : `${by} POST`
}
