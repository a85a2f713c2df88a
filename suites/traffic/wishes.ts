import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { shownCodes } from '../../engine/history/reading/facts.ts'
import { statusOf } from '../../engine/history/reading/reading.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { judgeBodyText } from '../../spec/oracle.ts'

/** Clauses that say of a lawful body alone, and of no plainer one, that it is accepted. */
const BY_FIELD: readonly ClauseId[] = ['submission.fractions-accepted', 'submission.ordinary-ratios-accepted']
export const ANY_LAWFUL_BODY: ClauseId = 'submission.accepted-with-202'

/** The clause by which a body must be accepted; undefined if that is unspecified. */
export function clauseOf(body: string, model: string): ClauseId | undefined {
  const { verdict, level, reasons } = judgeBodyText(body, { aliases: [model] })
  if (verdict !== 'accept') return undefined
  return level === 'must' ? ANY_LAWFUL_BODY : BY_FIELD.find((id) => reasons.some(({ by }) => by === id))
}

/** It was refused for what it asks for, and says so: other words and statuses speak of credits, rights or room. */
export const isRefusedForItself = (exchange: Exchange) =>
  [400, 422].includes(statusOf(exchange) ?? 0) &&
  shownCodes(exchange).length > 0 &&
  shownCodes(exchange).every(({ code }) => code === 'invalid_request')
