import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { shownCodes, speaksOfItsOwn } from '../../engine/history/reading/facts.ts'
import { headerOf, statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import { isSubmission } from '../../engine/http/requests.ts'
import type { Check } from '../../engine/judge/check.ts'
import { type OneAnswerRule, oneAnswerRule } from '../../engine/judge/one-answer-rule.ts'
import { ERROR_CODES } from '../../spec/words.ts'
import { BAD_BODY_WITHOUT_CAPACITY } from './burst.ts'

const NO_ROOM = ERROR_CODES.capacity_exceeded
const PROVOKE = '--burst N may provoke it'

/** An error code other than capacity_exceeded means another limit. */
function isAnotherLimit(exchange: Exchange): boolean {
  const codes = shownCodes(exchange).map(({ code }) => code)
  if (codes.length > 0) return !codes.includes('capacity_exceeded')
  return speaksOfItsOwn(exchange)
}

/** What common clients parse as seconds: no date, no word, not negative. */
const isSeconds = (value: string | undefined) => value !== undefined && /^\s*\d+(\.\d*)?\s*$/.test(value)

const A_DAY = 24 * 60 * 60 * 1000
const A_YEAR_IN_SECONDS = 365 * 24 * 60 * 60

/** A timestamp in seconds or milliseconds since 1970 is not a wait in seconds. */
function isDateInFigures(exchange: Exchange): boolean {
  const [figures, now] = [Number(headerOf(exchange, 'retry-after')), Date.parse(headerOf(exchange, 'date') ?? '')]
  return figures > A_YEAR_IN_SECONDS && [figures, figures * 1000].some((ms) => Math.abs(ms - now) <= A_DAY)
}

const shown = (exchange: Exchange) => {
  const value = headerOf(exchange, 'retry-after')
  if (value === undefined) return `${receivedInWords(exchange)}, without Retry-After`
  return `Retry-After: ${value}${isDateInFigures(exchange) ? ', which is a timestamp: seconds or milliseconds since 1970' : ''}`
}

const SECONDS = 'Retry-After with a number of seconds'

function saysSeconds(
  named: Pick<OneAnswerRule, 'id' | 'clause' | 'title' | 'unseen' | 'phases'>,
  applies: (exchange: Exchange) => boolean,
): Check {
  return oneAnswerRule({
    ...named,
    suite: 'capacity',
    inspect(exchange, facts) {
      const isRefusal = statusOf(exchange) === NO_ROOM && isSubmission(exchange.request, facts.target)
      if (!isRefusal || !applies(exchange)) return undefined
      if (exchange.answer?.headersLeftOut) return { aside: 'no 429 for a submission was recorded with its headers' }
      const isKept = isSeconds(headerOf(exchange, 'retry-after')) && !isDateInFigures(exchange)
      return isKept ? 'kept' : { expected: SECONDS, received: shown(exchange) }
    },
  })
}

export const saysWhen = saysSeconds(
  {
    id: 'capacity.retry-after-present',
    clause: 'capacity.retry-after-present',
    title: 'sends Retry-After in seconds with every 429 for a submission',
    phases: [BAD_BODY_WITHOUT_CAPACITY],
    unseen: `no submission returned 429 capacity_exceeded; ${PROVOKE}`,
  },
  (exchange) => !isAnotherLimit(exchange),
)

const otherLimits = saysSeconds(
  {
    id: 'capacity.other-limits-say-when',
    clause: 'capacity.other-limits-say-when',
    title: 'sends Retry-After in seconds with a 429 for any other limit',
    unseen: 'no 429 for a limit other than capacity',
  },
  isAnotherLimit,
)

const wholeSeconds = oneAnswerRule({
  id: 'capacity.retry-after-whole',
  clause: 'capacity.retry-after-whole',
  suite: 'capacity',
  title: 'sends Retry-After as a whole number',
  unseen: `no submission returned 429; ${PROVOKE}`,
  inspect(exchange, facts) {
    const value = headerOf(exchange, 'retry-after')
    if (statusOf(exchange) !== NO_ROOM || !isSubmission(exchange.request, facts.target)) return undefined
    if (!isSeconds(value)) return { aside: 'no 429 for a submission had Retry-After in seconds' }
    return /^\s*\d+\s*$/.test(value!) ? 'kept' : { expected: 'a whole number of seconds', received: shown(exchange) }
  },
})

/** capacity_exceeded needs its own status. */
const itsStatus = oneAnswerRule({
  id: 'capacity.refused-with-429',
  clause: 'capacity.refused-with-429',
  suite: 'capacity',
  title: 'uses no other status than 429 for capacity_exceeded',
  unseen: `no valid submission was refused with capacity_exceeded; ${PROVOKE}`,
  inspect(exchange, facts) {
    if (!isSubmission(exchange.request, facts.target) || !exchange.answer || succeeded(exchange)) return undefined
    const speaks = shownCodes(exchange).some(({ code }) => code === 'capacity_exceeded')
    if (!speaks) return undefined
    // Another clause judges an invalid body that is refused with the wrong code.
    const isBad = exchange.purpose.part === 'probe' && statusOf(exchange)! < 500 && statusOf(exchange) !== NO_ROOM
    if (isBad || [401, 404].includes(statusOf(exchange)!)) return undefined
    return statusOf(exchange) === NO_ROOM ? 'kept' : { expected: String(NO_ROOM), received: receivedInWords(exchange) }
  },
})

export const retryAfter: Check[] = [saysWhen, otherLimits, wholeSeconds, itsStatus]
