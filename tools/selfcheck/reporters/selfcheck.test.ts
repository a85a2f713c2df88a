import { describe, expect, it } from 'vitest'
import { isClean, scoreOf } from '../score.ts'
import type { Outcome } from '../trial.ts'
import { selfcheckJson, selfcheckReport } from './selfcheck.ts'

const outcome = (more: Partial<Outcome>): Outcome => ({
  ...{ kind: 'fault', id: 'any-key-taken', dialect: 'plain', right: true },
  ...{ failed: [], presumed: [], faults: [], requests: 200, seconds: 1, ...more },
})
const fault = (more: Partial<Outcome>) =>
  outcome({ breaks: 'auth.unknown-key', byItsClause: more.right ?? true, ...more })
const change = (written: 'breaking' | 'noise', sorted: 'breaking' | 'noise', more: Partial<Outcome> = {}) =>
  outcome({
    ...{ kind: 'change', id: `${written}-${sorted}`, right: written === sorted },
    drift: { maker: 'people', written, sorted, told: [`${sorted}: /plan in GET /usage 200 is gone.`] },
    ...more,
  })

const reportOf = (...outcomes: Outcome[]) => selfcheckReport(scoreOf(outcomes), 1)

describe('the self-check', () => {
  it('passes when every fault is caught and nothing failed on conforming servers', () => {
    const outcomes = [fault({}), outcome({ kind: 'variant' }), change('breaking', 'breaking')]
    expect(isClean(scoreOf(outcomes))).toBe(true)
    expect(reportOf(...outcomes)).toContain('PASS')
    expect(reportOf(...outcomes)).toContain('faults          1 of 1 (100 %)')
  })

  it.each([
    [
      'a missed fault',
      fault({ right: false }),
      'MISSED: fault any-key-taken in plain, violates auth.unknown-key (must)',
    ],
    [
      'a false positive',
      outcome({ kind: 'variant', right: false, failed: [{ clause: 'auth.unknown-key', received: '200' }] }),
      'auth.unknown-key failed: expected , received 200',
    ],
    [
      'a verdict without evidence',
      outcome({ kind: 'undecidable', right: false, presumed: [{ clause: 'auth.unknown-key', verdict: 'pass' }] }),
      'auth.unknown-key: pass',
    ],
    ['a misclassified change', change('breaking', 'noise'), 'breaking, reported as noise'],
    [
      'a suite that failed',
      outcome({ kind: 'implementation', right: false, faults: ['a judge threw'] }),
      'INTERNAL ERROR: implementation',
    ],
  ])('fails on %s and says where', (_, wrong, says) => {
    expect(isClean(scoreOf([wrong]))).toBe(false)
    expect(reportOf(wrong)).toContain(says)
    expect(reportOf(wrong)).toContain('FAIL')
  })

  it('passes with faults that are known to be missed and lists them with the reason', () => {
    const known = fault({ right: false, stillMissed: 'it needs three jobs at once' })
    expect(isClean(scoreOf([known]))).toBe(true)
    expect(reportOf(known)).toMatch(/known to be missed: .*\n {4}it needs three jobs at once/)
  })

  it('writes score, trials and seed as JSON', () => {
    const trials = [fault({}), fault({ id: 'other', right: false })]
    const json = selfcheckJson(scoreOf(trials), { trials, clients: [] }, { seed: 7, seconds: 3, skipped: [] })
    expect(JSON.parse(json)).toMatchObject({
      ...{ clean: false, seed: 7, seconds: 3, faults: { trials: 2, right: 1 }, missed: ['other'] },
      trials: [{ id: 'any-key-taken' }, { id: 'other' }],
    })
  })
})
