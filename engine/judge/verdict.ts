import type { Cause } from '../history/entry/cause.ts'
import { shortened } from '../history/reading/words.ts'

export const MOST_VIOLATIONS = 20
export const MOST_EVIDENCE = 50

/** One place where what came differs from what the clause promises. Its evidence ends with the exchange that shows it. */
export type Violation = {
  case?: string
  expected: string
  received: string
  evidence: number[]
  /** How many cases came out exactly so, where they are told once. */
  times?: number
}

export type Verdict =
  | {
      verdict: 'pass'
      tried: number
      evidence: number[]
      remark?: string
      /** Why what goes beyond the plain cases was not tried, if so. */
      leftOut?: 'for want of time'
    }
  | {
      verdict: 'fail'
      expected: string
      received: string
      evidence: number[]
      /** The first of them. */
      violations: Violation[]
      /** How many there were. */
      cases: number
      tried: number
    }
  | { verdict: 'inconclusive'; reason: string; cause: Cause; evidence: number[] }
  | { verdict: 'skip'; reason: string; cause: Cause }

/** What a check makes of one of the files that jobs led to: a report shows it beside the file. */
export type FileFinding = {
  /** Of the look. */
  job: number
  at: number
} & ({ is: 'right' } | { is: 'wrong'; expected: string; received: string } | { is: 'unread'; why: string })

/** A verdict, and what it comes from file by file, where it is about files. */
export type VerdictOnFiles = Verdict & { files?: readonly FileFinding[] }

export type VerdictWord = Verdict['verdict']

/** The order in which the verdicts of several checks decide that of their clause. */
export const GRAVEST_FIRST = ['fail', 'inconclusive', 'skip', 'pass'] as const satisfies readonly VerdictWord[]

/** A server's own words may stand in it, however many they are. */
export const inFewWords = ({ case: what, expected, received, evidence }: Violation): Violation => ({
  ...(what !== undefined && { case: shortened(what) }),
  expected: shortened(expected),
  received: shortened(received),
  evidence: evidence.slice(0, MOST_EVIDENCE),
})

export function fail(violations: readonly Violation[], tried: number): Verdict {
  const shown = violations.slice(0, MOST_VIOLATIONS).map(inFewWords)
  const first = shown[0]!
  const more = violations.length - 1
  return {
    verdict: 'fail',
    expected: first.expected,
    received: first.received + (more > 0 ? ` (and ${more} more like it)` : ''),
    evidence: [...new Set(violations.flatMap((each) => each.evidence))].slice(0, MOST_EVIDENCE),
    violations: shown,
    cases: violations.length,
    tried,
  }
}

export function inconclusive(reason: string, evidence: number[] = [], cause: Cause = { kind: 'not decided' }): Verdict {
  return { verdict: 'inconclusive', reason: shortened(reason), cause, evidence }
}

export function skip(reason: string, cause: Cause = { kind: 'not seen' }): Verdict {
  return { verdict: 'skip', reason: shortened(reason), cause }
}

/** For a check that had nothing to try: its clause is left to the other checks. */
export const noCase = (reason: string) => skip(reason, { kind: 'no case' })

export function pass(tried: number, evidence: number[], remark?: string): Extract<Verdict, { verdict: 'pass' }> {
  return { verdict: 'pass', tried, evidence, ...(remark && { remark }) }
}

export const withRemark = (verdict: Extract<Verdict, { verdict: 'pass' }>, remark: string) => ({
  ...verdict,
  remark: verdict.remark ? `${verdict.remark}; ${remark}` : remark,
})

export function gravest<T extends { verdict: VerdictWord }>(verdicts: readonly T[]): T | undefined {
  return GRAVEST_FIRST.flatMap((word) => verdicts.filter((each) => each.verdict === word))[0]
}
