import { describe, expect, it } from 'vitest'
import type { ToolFinding } from '../../engine/history/entry/entries.ts'
import { answered, evidence, gap } from '../../engine/judge/handwritten-for-tests.ts'
import { pact } from './index.ts'

const [check] = pact.checks as [Extract<(typeof pact.checks)[number], { judge: unknown }>]
const ID = 'pact.reference-client-is-served'

const exchange = answered(200, { by: ID, part: 'probe', body: { status: 'succeeded' } })

function finding(mismatches: string[], rest: Partial<ToolFinding> = {}): ToolFinding {
  const evidence = [exchange.n]
  return { kind: 'finding', by: ID, case: 'a poll', expected: 'some 2xx', mismatches, evidence, ...rest }
}

describe(ID, () => {
  it('passes where Pact found no difference', () => {
    expect(check.judge(evidence([exchange], { findings: [finding([])] }))).toMatchObject({ verdict: 'pass', tried: 1 })
  })

  it('fails where Pact found one, and says what was promised and what came', () => {
    const findings = [finding([]), finding(['Actual map is missing the following keys: url'])]
    expect(check.judge(evidence([exchange], { findings }))).toMatchObject({
      verdict: 'fail',
      expected: 'some 2xx',
      received: expect.stringContaining('200 {"status":"succeeded"}: Actual map is missing the following keys: url'),
      evidence: [exchange.n],
      violations: [{ case: 'a poll' }],
    })
  })

  it('has no verdict where a good request no longer succeeded either', () => {
    const findings = [finding(['expected 202 but was 402'], { doubt: 'no control request succeeded after it' })]
    expect(check.judge(evidence([exchange], { findings }))).toMatchObject({
      verdict: 'inconclusive',
      reason: 'a poll: no control request succeeded after it',
    })
  })

  it('is skipped where everything was left out', () => {
    const gaps = [gap(ID, 'an image', 'it needs an image')]
    expect(check.judge(evidence([], { gaps }))).toMatchObject({
      verdict: 'skip',
      reason: '1 interaction not verified: it needs an image',
    })
  })
})
