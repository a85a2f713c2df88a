import { describe, expect, it } from 'vitest'
import type { ToolFinding } from '../../engine/history/entry/entries.ts'
import { answered, evidence, gap } from '../../engine/judge/handwritten-for-tests.ts'
import type { Mismatch } from '../../engine/pact/verifier.ts'
import type { Driver } from '../../engine/run/driver.ts'
import { pact } from './index.ts'
import { CONTRACT, countedOf, STATES, valuesOf } from './verification.ts'

const [check] = pact.checks as [Extract<(typeof pact.checks)[number], { judge: unknown }>]
const ID = 'pact.reference-client-is-served'

const exchange = answered(200, { by: ID, part: 'probe', body: { status: 'succeeded' } })

function finding(mismatches: string[], rest: Partial<ToolFinding> = {}): ToolFinding {
  const evidence = [exchange.n]
  return { kind: 'finding', by: ID, case: 'a poll', expected: 'some 2xx', mismatches, evidence, ...rest }
}

describe(ID, () => {
  it('passes without mismatches', () => {
    expect(check.judge(evidence([exchange], { findings: [finding([])] }))).toMatchObject({ verdict: 'pass', tried: 1 })
  })

  it('fails with a mismatch, with the expected and the received response', () => {
    const findings = [finding([]), finding(['Actual map is missing the following keys: url'])]
    expect(check.judge(evidence([exchange], { findings }))).toMatchObject({
      verdict: 'fail',
      expected: 'some 2xx',
      received: expect.stringContaining('200 {"status":"succeeded"}: Actual map is missing the following keys: url'),
      evidence: [exchange.n],
      violations: [{ case: 'a poll' }],
    })
  })

  it('is inconclusive if the control request fails, too', () => {
    const findings = [finding(['expected 202 but was 402'], { doubt: 'no control request succeeded after it' })]
    expect(check.judge(evidence([exchange], { findings }))).toMatchObject({
      verdict: 'inconclusive',
      reason: 'a poll: no control request succeeded after it',
    })
  })

  it('is skipped if no interaction was verified', () => {
    const gaps = [gap(ID, 'an image', 'it needs an image')]
    expect(check.judge(evidence([], { gaps }))).toMatchObject({
      verdict: 'skip',
      reason: '1 interaction not verified: it needs an image',
    })
  })
})

it('sets up each provider state of the contract, and no other', () => {
  const named = CONTRACT.interactions.flatMap(({ providerStates = [] }) => providerStates.map(({ name }) => name))
  expect(Object.keys(STATES).sort()).toEqual([...new Set(named)].sort())
})

it('throws for an unknown provider state', async () => {
  await expect(valuesOf({} as Driver, ['a job on the moon'])).rejects.toThrow('a job on the moon')
})

const UNPARSED: Mismatch = { words: 'Failed to parse the actual body', of: 'the body', isUnparsed: true }
const OF_A_FIELD: Mismatch = { words: 'Expected 1 to be 2', of: 'the body', isUnparsed: false }

const whole = answered(200, { by: 'a check', body: { status: 'succeeded' } })
const cut = { ...whole, answer: { ...whole.answer!, body: '{"status":"succ', truncated: true as const } }

describe('a mismatch in a body', () => {
  it('counts if Pact received the whole body and could parse it', () => {
    expect(countedOf(whole, [OF_A_FIELD])).toEqual({ mismatches: [OF_A_FIELD.words] })
  })

  it.each([
    ['only its beginning was kept', cut, 'it was read only in part'],
    ['it is JSON that Pact cannot read', whole, "JSON that Pact's verifier cannot read"],
  ])('decides nothing where %s', (_, exchange, why) => {
    const told = countedOf(exchange, [UNPARSED])
    expect(told).toEqual({ mismatches: [UNPARSED.words], doubt: expect.stringContaining(why) })
  })
})
