import { describe, expect, it } from 'vitest'
import type { ClientOutcome } from '../clients/try-out.ts'
import { isClean, scoreOf } from '../score.ts'
import { selfcheckReport } from './selfcheck.ts'

const CLAUSE = 'client.polls-no-faster-than-3-s'

const outcome = (more: Partial<ClientOutcome>): ClientOutcome => ({
  ...{ kind: 'right client', id: 'curl', about: 'waits 3 s', right: true, scenarios: [] },
  ...{ accused: [], faults: [], requests: 8, isDoubtful: false, ...more },
})
const wrong = (caught: 'by its clause' | 'by another' | 'not', more: Partial<ClientOutcome> = {}) =>
  outcome({
    ...{ kind: 'wrong client', id: 'hasty', about: 'polls each second', breaks: CLAUSE, level: 'must', caught },
    ...{ right: caught === 'by its clause', ...more },
  })
const reportOf = (...outcomes: ClientOutcome[]) => selfcheckReport(scoreOf([], outcomes), 1)

describe('the self-check of clients', () => {
  it('counts wrong clients by how they were caught and by level, and correct ones', () => {
    const report = reportOf(wrong('by its clause'), wrong('by another', { level: 'should' }), wrong('not'), outcome({}))
    expect(report).toContain(
      '1 of 3 (33.3 %) faulty clients caught by the violated clause; 1 by another clause, 1 missed',
    )
    expect(report).toContain('must 1 of 2, should 0 of 1')
    expect(report).toContain('1 of 1 (100 %) trials of 1 correct clients without a false positive')
    expect(report).not.toContain('faults  ')
  })

  it('passes when every wrong client is caught and no correct one fails', () => {
    expect(isClean(scoreOf([], [wrong('by its clause'), outcome({})]))).toBe(true)
  })

  it.each([
    [
      'a missed client',
      wrong('not'),
      `MISSED: wrong client hasty, which polls each second; in no scenario; violates ${CLAUSE}`,
    ],
    [
      'a false positive',
      outcome({ right: false, accused: [{ clause: CLAUSE, level: 'must', scenario: 'plain', received: '1 s' }] }),
      `${CLAUSE} failed in plain: expected , received 1 s`,
    ],
    [
      'a client listed as missed but caught',
      wrong('by its clause', { stillMissed: 'too slow' }),
      'remove it from the list',
    ],
  ])('fails on %s and says why', (_, one, says) => {
    expect(isClean(scoreOf([], [one]))).toBe(false)
    expect(reportOf(one)).toContain(says)
  })

  it('passes with a client that is known to be missed and gives the reason', () => {
    const known = wrong('by another', { stillMissed: 'the path breaks first' })
    expect(isClean(scoreOf([], [known]))).toBe(true)
    expect(reportOf(known)).toContain('the path breaks first')
  })
})
