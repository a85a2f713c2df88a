import type { Rule } from './check.ts'
import { type Check, type Facts, rule } from './check.ts'
import type { Exchange } from './exchange.ts'
import { fail, pass, skip, type Violation } from './verdict.ts'

/** What one answer says about a rule: nothing at all, that it is kept, or how it is broken. */
export type Finding = undefined | 'kept' | { expected: string; received: string }

type Notes = { kept: number; seen: number[]; violations: Violation[] }

export type OneAnswerRule = Pick<Rule, 'id' | 'clause' | 'suite' | 'title' | 'needs' | 'from'> & {
  /** What did not come, when no answer told anything. */
  unseen: string
  inspect(exchange: Exchange, facts: Facts): Finding
}

/** A rule that one well-formed answer alone can break: one witness is enough, and everybody's exchanges count. */
export function oneAnswerRule({ inspect, unseen, ...named }: OneAnswerRule): Check {
  return rule<Notes>({
    ...named,
    begin: () => ({ kept: 0, seen: [], violations: [] }),
    see(notes, exchange, facts) {
      const finding = inspect(exchange, facts)
      if (finding === undefined) return
      if (finding !== 'kept') {
        notes.violations.push({
          case: `${exchange.request.method} ${exchange.request.path}`,
          ...finding,
          evidence: [exchange.n],
        })
        return
      }
      notes.kept++
      if (notes.seen.length < 20) notes.seen.push(exchange.n)
    },
    conclude({ kept, seen, violations }) {
      if (violations.length > 0) return fail(violations, kept + violations.length)
      return kept === 0 ? skip(unseen) : pass(kept, seen)
    },
  })
}
