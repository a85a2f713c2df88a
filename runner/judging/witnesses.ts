import type { Exchange } from '../history/exchange.ts'
import type { Rule } from './check.ts'
import { type Check, type Facts, rule } from './check.ts'
import { fail, inconclusive, pass, skip, type Violation } from './verdict.ts'

/** What one answer says about a rule: nothing at all, that it is kept, or how it is broken. */
export type Inspected = undefined | 'kept' | { expected: string; received: string }

type Notes = { kept: number; seen: number[]; violations: Violation[]; unconfirmed: Violation[] }

export type OneAnswerRule = Pick<Rule, 'id' | 'clause' | 'suite' | 'title' | 'needs' | 'from'> & {
  /** What did not come, when no answer told anything. */
  unseen: string
  inspect(exchange: Exchange, facts: Facts): Inspected
  /** What has to come after a violation before it counts; without this, each counts at once. */
  confirms?(exchange: Exchange): boolean
}

/** A rule that one well-formed answer alone can break: one witness is enough, and everybody's exchanges count. */
export function oneAnswerRule({ inspect, unseen, confirms, ...named }: OneAnswerRule): Check {
  return rule<Notes>({
    ...named,
    begin: () => ({ kept: 0, seen: [], violations: [], unconfirmed: [] }),
    see(notes, exchange, facts) {
      if (confirms?.(exchange)) notes.violations.push(...notes.unconfirmed.splice(0))
      const finding = inspect(exchange, facts)
      if (finding === undefined) return
      if (finding !== 'kept') {
        const waiting = confirms ? notes.unconfirmed : notes.violations
        waiting.push({
          case: `${exchange.request.method} ${exchange.request.path}`,
          ...finding,
          evidence: [exchange.n],
        })
        return
      }
      notes.kept++
      if (notes.seen.length < 20) notes.seen.push(exchange.n)
    },
    conclude({ kept, seen, violations, unconfirmed: [doubt] }) {
      if (violations.length > 0) return fail(violations, kept + violations.length)
      if (doubt)
        return inconclusive(
          `${doubt.case}: ${doubt.received}, and no good request was answered afterwards`,
          doubt.evidence,
        )
      return kept === 0 ? skip(unseen) : pass(kept, seen)
    },
  })
}
