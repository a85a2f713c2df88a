import { type Choice, MOST_EVIDENCE, MOST_VIOLATIONS } from '../verdict.ts'
import { atLength } from './at-length.ts'
import type { ClientCheck, ClientObservation, ClientWatching } from './check.ts'
import { type ClientVerdict, type ClientViolation, kept } from './verdict.ts'

type Failed = Extract<ClientVerdict, { verdict: 'fail' }>

const triedIn = (verdict: ClientVerdict) => ('tried' in verdict ? verdict.tried : 0)
const isLate = (verdict: ClientVerdict) => verdict.verdict === 'not judged' && verdict.cause.kind === 'recorder late'

const same = ({ fact, evidence }: ClientViolation) => `${fact.kind} ${evidence.join()}`

function leftOf(closed: ClientVerdict, open: ClientVerdict): ClientVerdict | undefined {
  const tried = Math.max(0, triedIn(closed) - triedIn(open))
  if (isLate(closed)) return closed
  if (closed.verdict === 'pass') return tried > 0 ? { ...closed, tried } : undefined
  if (closed.verdict !== 'fail') return undefined
  // What the next window has seen, too, may look otherwise there when more has come.
  const others = new Set(open.verdict === 'fail' ? open.violations.map(same) : [])
  const violations = closed.violations.filter((each) => !others.has(same(each)))
  const cases = Math.max(violations.length, closed.cases - (open.verdict === 'fail' ? open.cases : 0))
  if (violations.length > 0) return failed(closed, { violations, cases, tried: Math.max(cases, tried) })
  return tried > 0 ? kept(tried, []) : undefined
}

function together(before: ClientVerdict, now: ClientVerdict): ClientVerdict {
  const tried = triedIn(before) + triedIn(now)
  if (before.verdict === 'fail' && now.verdict === 'fail')
    return failed(before, {
      violations: [...before.violations, ...now.violations].slice(0, MOST_VIOLATIONS),
      cases: before.cases + now.cases,
      tried,
    })
  if (before.verdict === 'fail') return { ...before, tried }
  if (now.verdict === 'fail') return { ...now, tried }
  if (isLate(before) || isLate(now)) return isLate(before) ? before : now
  if (before.verdict === 'pass')
    return { ...before, tried, evidence: [...before.evidence, ...now.evidence].slice(0, MOST_EVIDENCE) }
  return now
}

function failed(verdict: Failed, { violations, ...rest }: Pick<Failed, 'violations' | 'cases' | 'tried'>): Failed {
  const [first] = violations
  const more = rest.cases - 1
  return {
    ...{ ...verdict, violations, ...rest },
    expected: first!.expected,
    received: first!.received + (more > 0 ? ` (and ${more} more like it)` : ''),
    evidence: [...new Set(violations.flatMap(({ evidence }) => evidence))].slice(0, MOST_EVIDENCE),
  }
}

export const verdictAtLength = (check: ClientCheck): ClientWatching<ClientVerdict> =>
  atLength(() => check.watch(), { leftOf, together })

/** What was chosen last is told; what was chosen long ago, where nothing came since that tells. */
export const choiceAtLength = (observation: ClientObservation): ClientWatching<Choice> =>
  atLength(() => observation.watch(), {
    leftOf: (closed) => (closed.untold === undefined ? closed : undefined),
    together: (before, now) => (now.untold === undefined ? now : before),
  })
