import type { Exchange } from '../history/entry/exchange.ts'
import { type Check, type Facts, type Rule, rule } from './check.ts'
import { fail, inconclusive, inFewWords, pass, skip, type Violation } from './verdict.ts'

/** What one answer says about a rule: nothing, that it is kept, how it is broken, or why it is left to another rule. */
export type Inspected = undefined | 'kept' | { expected: string; received: string } | { aside: string }

type Doubtful = { violation: Violation; exchange: Exchange }
type Notes = { kept: number; seen: number[]; asides: string[]; violations: Violation[]; unconfirmed: Doubtful[] }

export type OneAnswerRule = Pick<Rule, 'id' | 'clause' | 'suite' | 'title' | 'needs' | 'from'> &
  Partial<Pick<Rule, 'phases' | 'byChance'>> & {
    /** What did not come, when no answer told anything. */
    unseen: string
    inspect(exchange: Exchange, facts: Facts): Inspected
    /** What has to come after a violation before it counts; without this, each counts at once. */
    confirms?(exchange: Exchange, doubtful: Exchange, facts: Facts): boolean
  }

/** A rule that one well-formed answer alone can break: one witness is enough, and everybody's exchanges count. */
export function oneAnswerRule({ inspect, unseen, confirms, ...named }: OneAnswerRule): Check {
  return rule<Notes>({
    ...named,
    standsAlone: true,
    begin: () => ({ kept: 0, seen: [], asides: [], violations: [], unconfirmed: [] }),
    see(notes, exchange, facts) {
      if (confirms && notes.unconfirmed.length > 0) confirm(notes, (each) => confirms(exchange, each.exchange, facts))
      const finding = inspect(exchange, facts)
      if (finding === undefined) return
      if (finding !== 'kept' && 'aside' in finding) return void notes.asides.push(finding.aside)
      if (finding !== 'kept') {
        const what = `${exchange.request.method} ${exchange.request.path}`
        const violation = inFewWords({ case: what, ...finding, evidence: [exchange.n] })
        if (confirms) notes.unconfirmed.push({ violation, exchange })
        else notes.violations.push(violation)
        return
      }
      notes.kept++
      if (notes.seen.length < 20) notes.seen.push(exchange.n)
    },
    conclude({ kept, seen, asides, violations, unconfirmed: [doubt] }) {
      if (violations.length > 0) return fail(violations, kept + violations.length)
      if (doubt)
        return inconclusive(
          `${doubt.violation.case}: ${doubt.violation.received}, and no control request succeeded afterwards`,
          doubt.violation.evidence,
        )
      if (kept > 0) return pass(kept, seen)
      return skip(asides.length > 0 ? `${asides[0]} (responses: ${asides.length})` : unseen)
    },
  })
}

function confirm(notes: Notes, isConfirmed: (each: Doubtful) => boolean): void {
  // Not spread into one call: more than a hundred thousand overflow the stack.
  for (const each of notes.unconfirmed) if (isConfirmed(each)) notes.violations.push(each.violation)
  notes.unconfirmed = notes.unconfirmed.filter((each) => !isConfirmed(each))
}
