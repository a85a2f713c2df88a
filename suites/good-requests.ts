import type { Exchange } from '../engine/history/entry/exchange.ts'
import { isPlain } from '../engine/history/reading/plain-requests.ts'
import { statusOf, succeeded, whyUnread } from '../engine/history/reading/reading.ts'
import { keyOf } from '../engine/history/reading/request-key.ts'
import { receivedInWords } from '../engine/history/reading/words.ts'
import { type AboutRule, type Check, type Facts, rule } from '../engine/judge/check.ts'
import { undecided } from '../engine/judge/probes.ts'
import { fail, inconclusive, pass, skip, type Violation } from '../engine/judge/verdict.ts'
import type { KeyName } from '../engine/keys/placeholders.ts'

type Notes = {
  kept: number[]
  violations: Violation[]
  refused: Exchange[]
  doubts: Exchange[]
  tentative: Exchange[]
  /** 2xx, with a body that cannot be read. */
  unread: Exchange[]
  /** Keys that have been accepted so far. */
  accepted: Set<KeyName>
  /** 429 or no response. */
  undecided: Exchange[]
}

type GoodRequests = AboutRule & {
  expected: string
  unseen: string
  /** The requests that the rule is about. */
  applies(exchange: Exchange, facts: Facts): boolean
  /** Whether a 2xx response is the expected one. */
  holds(exchange: Exchange): boolean
  /** What a request tries: it was valid if the same request succeeds another time. */
  triesOut?(exchange: Exchange): string | undefined
}

const numbersOf = (exchanges: readonly Exchange[]) => exchanges.map(({ n }) => n)

/** A control request for refusals. */
function isMeasure(exchange: Exchange, { isGood }: Facts): boolean {
  const { part } = exchange.purpose
  const key = keyOf(exchange.request)
  return (
    exchange.request.method === 'GET' &&
    key !== undefined &&
    isGood(key) &&
    ['twin', 'control', 'poll'].includes(part) &&
    !undecided(exchange)
  )
}

const isAboutKeys = (exchange: Exchange) => [401, 403].includes(statusOf(exchange) ?? 0)

/** An observed key that was accepted is a control for the same key only. */
function speaksFor(measure: Exchange, refused: Exchange, { keyring }: Facts): boolean {
  const [one, other] = [keyOf(measure.request), keyOf(refused.request)]
  return one === other || [one, other].every((key) => key !== undefined && keyring.isGood(key))
}

/**
 * A valid request. A wrong 2xx response is a violation. A refusal may be due to an expired key or a server that is down:
 * it counts if the next valid request to another path succeeds.
 */
export function goodRequestsAreAnswered({ expected, unseen, applies, holds, triesOut, ...named }: GoodRequests): Check {
  const violation = (exchange: Exchange): Violation => ({
    expected,
    received: receivedInWords(exchange),
    evidence: [exchange.n],
  })
  const decide = (notes: Notes, next: Exchange, facts: Facts) => {
    const isDecided = (each: Exchange) =>
      each.received < next.sent && each.request.path !== next.request.path && speaksFor(next, each, facts)
    const decided = notes.refused.filter(isDecided)
    notes.refused = notes.refused.filter((each) => !isDecided(each))
    for (const each of decided)
      if (succeeded(next)) notes.violations.push(violation(each))
      else notes.doubts.push(each)
  }
  return rule<Notes>({
    ...named,
    begin: () => ({
      kept: [],
      violations: [],
      refused: [],
      doubts: [],
      tentative: [],
      unread: [],
      accepted: new Set(),
      undecided: [],
    }),
    see(notes, exchange, facts) {
      if (isMeasure(exchange, facts)) decide(notes, exchange, facts)
      const key = keyOf(exchange.request)
      if (key !== undefined && succeeded(exchange)) notes.accepted.add(key)
      const triedOut = undecided(exchange) ? undefined : triesOut?.(exchange)
      if (triedOut !== undefined && !succeeded(exchange)) notes.tentative.push(exchange)
      if (triedOut !== undefined && succeeded(exchange)) {
        for (const each of notes.tentative) if (triesOut?.(each) === triedOut) notes.violations.push(violation(each))
      }
      if (!applies(exchange, facts)) return
      if (undecided(exchange)) return void notes.undecided.push(exchange)
      if (!succeeded(exchange)) {
        const wasGood =
          key !== undefined && (facts.keyring.isGood(key) || notes.accepted.has(key) || !isAboutKeys(exchange))
        if (wasGood && isPlain(exchange.request)) notes.refused.push(exchange)
      } else if (whyUnread(exchange)) notes.unread.push(exchange)
      else if (holds(exchange)) notes.kept.push(exchange.n)
      else notes.violations.push(violation(exchange))
    },
    conclude({ kept, violations, refused, doubts, unread, undecided: without }) {
      if (violations.length > 0) return fail(violations, kept.length + violations.length)
      const open = [...doubts, ...refused]
      const evidence = numbersOf(open)
      if (open.length > 0)
        return inconclusive(`${receivedInWords(open[0]!)}, and control requests no longer succeeded either`, evidence)
      if (kept.length === 0 && unread.length > 0) {
        const why = `${statusOf(unread[0]!)}, and its body cannot be read: ${whyUnread(unread[0]!)}`
        return inconclusive(why, numbersOf(unread).slice(0, 20))
      }
      const [lost] = without
      if (kept.length === 0 && lost) return inconclusive(undecided(lost)!, [lost.n])
      return kept.length === 0 ? skip(unseen) : pass(kept.length, kept.slice(0, 20))
    },
  })
}
