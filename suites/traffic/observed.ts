import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/request-key.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import { endpointOf } from '../../engine/http/requests.ts'
import { type Facts, type Rule, rule } from '../../engine/judge/check.ts'
import type { Expectation } from '../../engine/judge/expectations.ts'
import { undecided } from '../../engine/judge/probes.ts'
import { fail, inconclusive, pass, skip, type Verdict, type Violation } from '../../engine/judge/verdict.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import type { EndpointName } from '../../spec/endpoints.ts'

/** Cases kept per rule: the first ones show how the server responds. */
export const MOST_CASES = 2000
const MOST_SEEN = 20

/** When an exchange took place. */
export type Moment = { n: number; sent: number; received: number }
export const momentOf = ({ n, sent, received }: Exchange): Moment => ({ n, sent, received })

type Noting<Notes> = {
  begin(): Notes
  see(notes: Notes, exchange: Exchange, facts: Facts): void
  conclude(notes: Notes, facts: Facts): Verdict
}

/** A rule for recorded traffic of other clients. */
export const observed = <Notes>(clause: ClauseId, title: string, noting: Noting<Notes>): Rule =>
  rule<Notes>({ id: `${clause}/observed`, clause, suite: 'traffic', title, ...noting })

type Found = {
  violations: readonly Violation[]
  doubt?: { why: string; n: number } | undefined
  kept: readonly { n: number }[]
  /** The number of cases, if not all of them were kept or violated the rule. */
  tried?: number
  unseen: string
}

export function concluded({ violations, doubt, kept, tried, unseen }: Found): Verdict {
  if (violations.length > 0) return fail(violations, tried ?? kept.length + violations.length)
  if (doubt) return inconclusive(doubt.why, [doubt.n])
  if (kept.length === 0) return skip(unseen)
  const seen = kept.slice(0, MOST_SEEN).map(({ n }) => n)
  return pass(tried ?? kept.length, seen)
}

export function goodKeyOf({ request }: Exchange, { isGood }: Facts): KeyName | undefined {
  const key = keyOf(request)
  return key !== undefined && isGood(key) ? key : undefined
}

/** What is wrong with a recorded request, and which control request it needs. */
export type Wrong = {
  case: string
  name: EndpointName
  /** The key of the control request; undefined if the key itself is wrong. */
  key?: KeyName
}

type Seen = Wrong & Moment & { isHeld: boolean; isLetThrough: boolean; words: string; before: Moment | undefined }
type Notes = { wrong: Seen[]; goodOf: Map<string, { first: Moment; last: Moment }> }

/**
 * A request with one thing wrong, compared with valid ones to the same endpoint. If it was accepted, one of them is
 * enough; otherwise one has to follow, and another has to precede it with the same key.
 */
export function besideGood(
  clause: ClauseId,
  title: string,
  { expected, holds }: Expectation,
  wrongIn: (exchange: Exchange, facts: Facts) => Wrong | undefined,
): Rule {
  return observed<Notes>(clause, title, {
    begin: () => ({ wrong: [], goodOf: new Map() }),
    see({ wrong, goodOf }, exchange, facts) {
      const now = momentOf(exchange)
      const good = goodIn(exchange, facts)
      for (const name of good ? [nameOf(good), nameOf({ name: good.name })] : [])
        goodOf.set(name, { first: goodOf.get(name)?.first ?? now, last: now })
      const what = good ? undefined : wrongIn(exchange, facts)
      if (!what || decidesNothing(exchange) || wrong.length >= MOST_CASES) return
      wrong.push({
        ...{ ...now, ...what },
        isHeld: holds(exchange),
        isLetThrough: succeeded(exchange),
        words: receivedInWords(exchange),
        before: goodOf.get(nameOf(what))?.last,
      })
    },
    conclude({ wrong, goodOf }) {
      const violations: Violation[] = []
      const kept: Seen[] = []
      let doubt: Seen | undefined
      for (const each of wrong) {
        const good = goodOf.get(nameOf(each))
        const before = each.before && each.before.received < each.sent ? each.before : undefined
        const after = good && good.last.sent > each.received ? good.last : undefined
        // A key may be revoked in the meantime.
        const around = each.key === undefined ? after : before && after
        const control = each.isLetThrough ? good?.first : around
        if (each.isHeld && good) kept.push(each)
        else if (each.isHeld || !control) doubt ??= each
        else violations.push({ case: each.case, expected, received: each.words, evidence: [control.n, each.n] })
      }
      const why = doubt && `${doubt.case}: ${doubt.words}, but too few valid requests around it`
      return concluded({
        violations,
        doubt: doubt && { why: why!, n: doubt.n },
        kept,
        unseen: 'no such request was recorded',
      })
    },
  })
}

const nameOf = ({ name, key }: Pick<Wrong, 'name' | 'key'>) => `${name} ${key ?? ''}`

function goodIn(exchange: Exchange, facts: Facts): Pick<Wrong, 'name' | 'key'> | undefined {
  const name = endpointOf(exchange.request, facts.target)
  const key = goodKeyOf(exchange, facts)
  return name !== undefined && key !== undefined && succeeded(exchange) ? { name, key } : undefined
}

/** Servers redirect before they look at anything else. */
const MOVED = [301, 307, 308]

/** 429, a gateway or a redirect says nothing about the request. */
const decidesNothing = (exchange: Exchange) =>
  !exchange.answer || undecided(exchange) !== undefined || MOVED.includes(statusOf(exchange)!)
