import { describe, expect, it } from 'vitest'
import { certifiableReport, keyPair } from '../certificates-for-tests.ts'
import { seal } from '../document/envelope.ts'
import { statementOf } from '../document/statement.ts'
import type { Problem } from '../verifying/problem.ts'
import { verifyCertificate } from '../verifying/verify.ts'
import { exitOf, verificationJson, verificationText } from './text.ts'

const { privateKey, publicKey } = keyPair()
const whole = certifiableReport()
const reduced = { ...whole, budget: { ...whole.budget, parallel: 1 } }
const looked = { at: ['certificate.json'], not: [], uncovered: [] }
const outcomeOf = (report: typeof whole, requireFull = false) => ({
  verification: verifyCertificate(seal(statementOf(report), privateKey), { trusted: [publicKey] }),
  trust: 'trusted key' as const,
  looked,
  requireFull,
})

describe('the result of verify', () => {
  it('is VALID for a full run, with --require-full, too', () => {
    for (const outcome of [outcomeOf(whole), outcomeOf(whole, true)]) {
      expect(exitOf(outcome)).toBe(0)
      expect(verificationText(outcome)).toMatch(/^VALID {2}/m)
      expect(verificationJson(outcome)).toMatchObject({ verdict: 'valid', exit: 0, extent: 'full', problems: [] })
    }
  })

  it('is VALID and reduced for a reduced run, and exits 1 with --require-full', () => {
    expect(exitOf(outcomeOf(reduced))).toBe(0)
    expect(verificationText(outcomeOf(reduced))).toMatch(/^VALID, reduced {2}.*at most 1/m)
    expect(exitOf(outcomeOf(reduced, true))).toBe(1)
    expect(verificationText(outcomeOf(reduced, true))).toMatch(/^NOT FULL {2}reduced/m)
    expect(verificationJson(outcomeOf(reduced, true))).toMatchObject({ verdict: 'valid', exit: 1, extent: 'reduced' })
  })

  it('shows at most 20 problems of a hostile certificate, and counts all of them', () => {
    const problem: Problem = {
      what: 'unknown-field',
      where: 'payload',
      expected: 'no such field',
      found: 'x'.repeat(200),
    }
    const verification = { problems: Array.from({ length: 1000 }, () => problem), notes: [] }
    const outcome = { ...outcomeOf(whole), verification }
    const text = verificationText(outcome)
    expect(text.length).toBeLessThan(10_000)
    expect(text).toContain('and 980 more problems')
    expect(verificationJson(outcome)).toMatchObject({ verdict: 'invalid', exit: 1, problemCount: 1000 })
    expect(JSON.stringify(verificationJson(outcome)).length).toBeLessThan(20_000)
  })
})
