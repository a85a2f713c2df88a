/** One place where what came differs from what the clause promises. Its evidence ends with the exchange that shows it. */
export type Violation = { case?: string; expected: string; received: string; evidence: number[] }

export type Verdict =
  | { verdict: 'pass'; tried: number; evidence: number[]; remark?: string }
  | { verdict: 'fail'; expected: string; received: string; evidence: number[]; violations: Violation[]; tried: number }
  | { verdict: 'inconclusive'; reason: string; evidence: number[] }
  | { verdict: 'skip'; reason: string }

export type VerdictWord = Verdict['verdict']

/** The order in which the verdicts of several checks decide that of their clause. */
export const GRAVEST_FIRST = ['fail', 'inconclusive', 'skip', 'pass'] as const satisfies readonly VerdictWord[]

export function fail(violations: Violation[], tried: number): Verdict {
  const first = violations[0]!
  const more = violations.length - 1
  return {
    verdict: 'fail',
    expected: first.expected,
    received: first.received + (more > 0 ? ` (and ${more} more like it)` : ''),
    evidence: [...new Set(violations.flatMap((each) => each.evidence))].slice(0, 50),
    violations: violations.slice(0, 20),
    tried,
  }
}

export function inconclusive(reason: string, evidence: number[] = []): Verdict {
  return { verdict: 'inconclusive', reason, evidence }
}

export function skip(reason: string): Verdict {
  return { verdict: 'skip', reason }
}

export function pass(tried: number, evidence: number[], remark?: string): Verdict {
  return { verdict: 'pass', tried, evidence, ...(remark && { remark }) }
}

export function gravest<T extends { verdict: VerdictWord }>(verdicts: readonly T[]): T | undefined {
  return GRAVEST_FIRST.flatMap((word) => verdicts.filter((each) => each.verdict === word))[0]
}
