import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/who-asks.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import { endpointOf } from '../../engine/http/requests.ts'
import { type AboutRule, type Facts, type Rule, rule } from '../../engine/judge/check.ts'
import type { Expectation } from '../../engine/judge/expectations.ts'
import { undecided } from '../../engine/judge/probes.ts'
import { fail, inconclusive, pass, skip, type Violation } from '../../engine/judge/verdict.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import type { EndpointName } from '../../spec/endpoints.ts'

/** The first ones show how the server responds. */
export const MOST_WRONG = 2000

/** What is wrong with a recorded request, and which control request it needs. */
export type Wrong = {
  case: string
  name: EndpointName
  /** The key of the control request; undefined if the key itself is wrong. */
  key?: KeyName
}

type Moment = { n: number; sent: number; received: number }
type Seen = Wrong & Moment & { isHeld: boolean; isLetThrough: boolean; words: string; before: Moment | undefined }
type Notes = { wrong: Seen[]; goodOf: Map<string, { first: Moment; last: Moment }> }

/** What sends the request elsewhere, as servers do before they look at anything. */
const MOVED = [301, 307, 308]

/**
 * A request that somebody else sent with one thing wrong, beside good ones to the same endpoint: one has to have been
 * answered, and, where it was not let through, one behind it, with a key of which it is known that it was good before.
 */
export function besideGood(
  about: Omit<AboutRule, 'suite'>,
  { expected, holds }: Expectation,
  wrongIn: (exchange: Exchange, facts: Facts) => Wrong | undefined,
): Rule {
  return rule<Notes>({
    suite: 'traffic',
    ...about,
    begin: () => ({ wrong: [], goodOf: new Map() }),
    see({ wrong, goodOf }, exchange, facts) {
      const { n, sent, received } = exchange
      const good = goodIn(exchange, facts)
      for (const name of good ? [nameOf(good), nameOf({ name: good.name })] : [])
        goodOf.set(name, { first: goodOf.get(name)?.first ?? { n, sent, received }, last: { n, sent, received } })
      const what = good ? undefined : wrongIn(exchange, facts)
      if (!what || decidesNothing(exchange) || wrong.length >= MOST_WRONG) return
      wrong.push({
        ...{ n, sent, received, ...what },
        isHeld: holds(exchange),
        isLetThrough: succeeded(exchange),
        words: receivedInWords(exchange),
        before: goodOf.get(nameOf(what))?.last,
      })
    },
    conclude({ wrong, goodOf }) {
      if (wrong.length === 0) return skip('no such request was recorded')
      const violations: Violation[] = []
      const kept: number[] = []
      let doubt: Seen | undefined
      for (const each of wrong) {
        const good = goodOf.get(nameOf(each))
        const before = each.before && each.before.received < each.sent ? each.before : undefined
        const after = good && good.last.sent > each.received ? good.last : undefined
        // A key may be revoked meanwhile, and another one may not.
        const isSameKey = each.key !== undefined
        const control = each.isLetThrough ? good?.first : isSameKey ? before && after : after
        if (each.isHeld && good) kept.push(each.n)
        else if (each.isHeld || !control) doubt ??= each
        else violations.push({ case: each.case, expected, received: each.words, evidence: [control.n, each.n] })
      }
      if (violations.length > 0) return fail(violations, kept.length + violations.length)
      if (doubt) return inconclusive(`${doubt.case}: ${doubt.words}, but too few valid requests around it`, [doubt.n])
      return pass(kept.length, kept.slice(0, 20))
    },
  })
}

const nameOf = ({ name, key }: Pick<Wrong, 'name' | 'key'>) => `${name} ${key ?? ''}`

function goodIn(exchange: Exchange, facts: Facts): Pick<Wrong, 'name' | 'key'> | undefined {
  const name = endpointOf(exchange.request, facts.target)
  const key = goodKeyOf(exchange, facts)
  return name !== undefined && key !== undefined && succeeded(exchange) ? { name, key } : undefined
}

export function goodKeyOf({ request }: Exchange, { isGood }: Facts): KeyName | undefined {
  const key = keyOf(request)
  return key !== undefined && isGood(key) ? key : undefined
}

/** 429, a gateway or a redirect says nothing about the request. */
const decidesNothing = (exchange: Exchange) =>
  !exchange.answer || undecided(exchange) !== undefined || MOVED.includes(statusOf(exchange)!)
