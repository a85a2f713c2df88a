import type { Cause } from '../history/entry/cause.ts'
import { shortened } from '../history/reading/words.ts'
import { stableResponse, stableWords } from './stable-words.ts'

/** Exchange numbers, violations and observed values listed at most. */
export const MOST_EVIDENCE = 50
export const MOST_VIOLATIONS = 20
const MOST_VALUES = 50

/** One violating case. The last number of its evidence is the exchange that shows it. */
export type Violation = {
  case?: string
  expected: string
  received: string
  evidence: number[]
  /** Number of equal violations that are listed once. */
  times?: number
}

/** Violations with the same words, and the exchange that shows each. */
export type Alike = Pick<Violation, 'case' | 'received'> & { shown: (number | undefined)[] }

export type Verdict =
  | {
      verdict: 'pass'
      tried: number
      evidence: number[]
      remark?: string
      /** Why only the basic cases were tested. */
      leftOut?: 'for want of time'
    }
  | {
      verdict: 'fail'
      expected: string
      received: string
      evidence: number[]
      /** The first of them. */
      violations: Violation[]
      cases: number
      tried: number
      /** All of them, grouped. Reports show their kinds. */
      alike: readonly Alike[]
    }
  | { verdict: 'inconclusive'; reason: string; cause: Cause; evidence: number[] }
  | { verdict: 'skip'; reason: string; cause: Cause }

/** Result of a check for one file; reports show it with the file. */
export type FileFinding = {
  /** Submission and time of the inspection. */
  job: number
  at: number
} & ({ is: 'right' } | { is: 'wrong'; expected: string; received: string } | { is: 'unread'; why: string })

export type VerdictOnFiles = Verdict & { files?: readonly FileFinding[] }

export type VerdictWord = Verdict['verdict']

/** The verdict of a clause is the first of these that one of its checks has. */
export const GRAVEST_FIRST = ['fail', 'inconclusive', 'skip', 'pass'] as const satisfies readonly VerdictWord[]

/** Shortens text of the server. */
export const inFewWords = ({ case: what, expected, received, evidence }: Violation): Violation => ({
  ...(what !== undefined && { case: shortened(what) }),
  expected: shortened(expected),
  received: shortened(received),
  evidence: evidence.slice(0, MOST_EVIDENCE),
})

export function fail(violations: readonly Violation[], tried: number): Verdict {
  const shown = violations.slice(0, MOST_VIOLATIONS).map(inFewWords)
  return {
    verdict: 'fail',
    ...summaryOf(shown, violations.length, violations),
    violations: shown,
    cases: violations.length,
    tried,
    alike: alike(violations),
  }
}

/** Grouped, since a server may fail in each of 100,000 exchanges. */
function alike(violations: readonly Violation[]): Alike[] {
  const groups = new Map<string, Alike>()
  for (const { case: what, received, evidence } of violations) {
    const words = { ...(what !== undefined && { case: stableWords(what) }), received: stableResponse(received) }
    const key = JSON.stringify(words)
    const group = groups.get(key) ?? { ...words, shown: [] }
    groups.set(key, group)
    group.shown.push(evidence.at(-1))
  }
  return [...groups.values()]
}

/** The first violation, with the number of others. */
export function summaryOf(
  [first]: readonly Pick<Violation, 'expected' | 'received'>[],
  cases: number,
  all: readonly Pick<Violation, 'evidence'>[],
): Pick<Violation, 'expected' | 'received' | 'evidence'> {
  return {
    expected: first!.expected,
    received: first!.received + (cases > 1 ? ` (and ${cases - 1} more like it)` : ''),
    evidence: [...new Set(all.flatMap((each) => each.evidence))].slice(0, MOST_EVIDENCE),
  }
}

export function inconclusive(reason: string, evidence: number[] = [], cause: Cause = { kind: 'not decided' }): Verdict {
  return { verdict: 'inconclusive', reason: shortened(reason), cause, evidence }
}

export function skip(reason: string, cause: Cause = { kind: 'not seen' }): Verdict {
  return { verdict: 'skip', reason: shortened(reason), cause }
}

/** For a check that had no case: the other checks of its clause decide. */
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

/** The server's choice at an open point, as sorted values and in words. */
export type Choice = {
  choice: string
  values: string[]
  evidence: number[]
  inconsistent?: string
  /** Set if the choice is unknown: why. */
  untold?: string
}

export function cannotBeTold(
  why: string,
  evidence: readonly number[] = [],
  word: 'not observed' | 'not tested' = 'not observed',
): Choice {
  return { choice: `${word}: ${why}`, values: [], evidence: [...evidence], untold: why }
}

/** Shortens text of the server. */
export const choiceInFewWords = ({ choice, values, inconsistent, ...rest }: Choice): Choice => ({
  ...rest,
  choice: shortened(choice),
  values: values.slice(0, MOST_VALUES).map((each) => shortened(each)),
  ...(inconsistent !== undefined && { inconsistent: shortened(inconsistent) }),
})
