import type { Exchange } from '../../runner/history/exchange.ts'
import { statusOf, succeeded } from '../../runner/history/reading.ts'
import { keyOf } from '../../runner/history/who-asks.ts'
import { receivedInWords } from '../../runner/history/words.ts'
import { type AboutRule, type Facts, type Rule, rule } from '../../runner/judging/check.ts'
import type { Expectation } from '../../runner/judging/expectations.ts'
import { undecided } from '../../runner/judging/probes.ts'
import { fail, inconclusive, pass, skip, type Violation } from '../../runner/judging/verdict.ts'
import { endpointOf } from '../../runner/wire/requests.ts'
import type { EndpointName } from '../../spec/endpoints.ts'

/** What is wrong with a request that somebody sent, and the endpoint that it would ask if nothing were. */
export type Wrong = { case: string; name: EndpointName }

type Good = { n: number; sent: number }
type Notes = { wrong: { what: Wrong; exchange: Exchange }[]; good: Map<EndpointName, { first: Good; last: Good }> }

/** What says that the request is to be sent elsewhere, as servers do before they look at anything. */
const MOVED = [301, 307, 308]

/**
 * A request that somebody else sent with one thing wrong, judged as a probe is: beside a good one to the same endpoint that
 * was seen to succeed, and, where it was not let through, with one that succeeds behind it.
 */
export function besideGood(
  about: Omit<AboutRule, 'suite'>,
  { expected, holds }: Expectation,
  wrongIn: (exchange: Exchange, facts: Facts) => Wrong | undefined,
): Rule {
  return rule<Notes>({
    suite: 'traffic',
    ...about,
    begin: () => ({ wrong: [], good: new Map() }),
    see({ wrong, good }, exchange, facts) {
      const name = endpointOf(exchange.request, facts.target)
      if (name !== undefined && succeeded(exchange) && carriesAGoodKey(exchange, facts)) {
        const seen = { n: exchange.n, sent: exchange.sent }
        good.set(name, { first: good.get(name)?.first ?? seen, last: seen })
      }
      const what = wrongIn(exchange, facts)
      if (what && !isAnothersWord(exchange)) wrong.push({ what, exchange })
    },
    conclude({ wrong, good }) {
      if (wrong.length === 0) return skip('nobody asked so')
      const violations: Violation[] = []
      const doubts: Exchange[] = []
      for (const { what, exchange } of wrong) {
        if (holds(exchange)) continue
        const twin = good.get(what.name)
        const isSure = succeeded(exchange) || (twin !== undefined && twin.last.sent > exchange.received)
        if (!twin || !isSure) doubts.push(exchange)
        else
          violations.push({
            case: what.case,
            expected,
            received: receivedInWords(exchange),
            evidence: [succeeded(exchange) ? twin.first.n : twin.last.n, exchange.n],
          })
      }
      if (violations.length > 0) return fail(violations, wrong.length)
      const [doubt] = doubts
      if (doubt)
        return inconclusive(`${receivedInWords(doubt)}, and no good request was seen to succeed beside it`, [doubt.n])
      return pass(
        wrong.length,
        wrong.slice(0, 20).map(({ exchange }) => exchange.n),
      )
    },
  })
}

export const carriesAGoodKey = ({ request }: Exchange, { isGood }: Facts): boolean => {
  const key = keyOf(request)
  return key !== undefined && isGood(key)
}

const isAnothersWord = (exchange: Exchange) =>
  !exchange.answer || undecided(exchange) !== undefined || MOVED.includes(statusOf(exchange)!)
