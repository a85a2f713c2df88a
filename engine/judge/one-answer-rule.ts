import type { Exchange } from '../history/entry/exchange.ts'
import { type Check, type Facts, type Rule, rule } from './check.ts'
import { fail, inconclusive, inFewWords, pass, skip, type Violation } from './verdict.ts'

/** Exchanges listed with a pass. */
const MOST_SEEN = 20

/** The result for one response: not applicable, kept, violated, or `aside`: why another rule judges it. */
export type Inspected = undefined | 'kept' | { expected: string; received: string } | { aside: string }

type Unconfirmed = { violation: Violation; exchange: Exchange }
type Notes = { kept: number; seen: number[]; asides: string[]; violations: Violation[]; unconfirmed: Unconfirmed[] }

export type OneAnswerRule = Pick<Rule, 'id' | 'clause' | 'suite' | 'title' | 'needs' | 'from'> &
  Partial<Pick<Rule, 'phases' | 'byChance'>> & {
    /** The reason if no response was applicable. */
    unseen: string
    inspect(exchange: Exchange, facts: Facts): Inspected
    /** Whether a later exchange confirms a violation; without this, each counts at once. */
    confirms?(exchange: Exchange, doubtful: Exchange, facts: Facts): boolean
  }

/** A rule about single responses. */
export function oneAnswerRule({ inspect, unseen, confirms, ...named }: OneAnswerRule): Check {
  return rule<Notes>({
    ...named,
    standsAlone: true,
    begin: () => ({ kept: 0, seen: [], asides: [], violations: [], unconfirmed: [] }),
    see(notes, exchange, facts) {
      if (confirms && notes.unconfirmed.length > 0) {
        const { confirmed = [], open = [] } = Object.groupBy(notes.unconfirmed, (each) =>
          confirms(exchange, each.exchange, facts) ? 'confirmed' : 'open',
        )
        // Not push(...all): 100,000 arguments overflow the stack.
        for (const { violation } of confirmed) notes.violations.push(violation)
        notes.unconfirmed = open
      }
      const finding = inspect(exchange, facts)
      if (finding === undefined) return
      if (finding === 'kept') {
        notes.kept++
        if (notes.seen.length < MOST_SEEN) notes.seen.push(exchange.n)
      } else if ('aside' in finding) notes.asides.push(finding.aside)
      else {
        const what = `${exchange.request.method} ${exchange.request.path}`
        const violation = inFewWords({ case: what, ...finding, evidence: [exchange.n] })
        if (confirms) notes.unconfirmed.push({ violation, exchange })
        else notes.violations.push(violation)
      }
    },
    conclude({ kept, seen, asides, violations, unconfirmed: [doubt] }) {
      if (violations.length > 0) return fail(violations, kept + violations.length)
      if (doubt) {
        const { case: what, received, evidence } = doubt.violation
        return inconclusive(`${what}: ${received}, and no control request succeeded afterwards`, evidence)
      }
      if (kept > 0) return pass(kept, seen)
      return skip(asides.length > 0 ? `${asides[0]} (responses: ${asides.length})` : unseen)
    },
  })
}
