import { describe, expect, it } from 'vitest'
import type { Suite } from '../../engine/judge/check.ts'
import { CLAUSES } from '../../spec/clauses.ts'
import type { ClauseReport } from './report.ts'
import { gravityOf, statesOf, waiversFrom } from './waivers.ts'

const clause = (id: string, verdict: string) => ({ id, verdict }) as ClauseReport

const SUITE = {
  name: 'some',
  checks: [
    { id: 'some.check', suite: 'some', kind: 'rule', clause: 'auth.unknown-key' },
    { id: 'some.observation', suite: 'some', kind: 'observation', open: 'paths.head' },
  ],
} as unknown as Suite

describe('a waiver', () => {
  it('has a clause and a reason', () => {
    expect(waiversFrom(['auth.unknown-key=a=b, fixed in release 7'])).toEqual([
      { clause: 'auth.unknown-key', reason: 'a=b, fixed in release 7' },
    ])
  })

  it.each([
    ['auth.no-such-clause=why', 'unknown clause'],
    ['=why', 'name a clause before the ='],
    ['auth.unknown-key', 'give a reason'],
    ['auth.unknown-key=  ', 'give a reason'],
  ])('is rejected as %s', (text, why) => {
    expect(() => waiversFrom([text])).toThrow(why)
  })

  it.each([
    ['auth.unknwon-key=why', 'Did you mean auth.unknown-key?'],
    ['paths.head=why', 'an open point, which cannot fail'],
    ['body=why', 'none of its clauses is judged'],
  ])('is rejected as %s, with a suggestion', (text, why) => {
    expect(() => waiversFrom([text], [SUITE])).toThrow(why)
  })

  it('of a check is a waiver of its clause', () => {
    expect(waiversFrom(['some.check=why'], [SUITE])).toEqual([{ clause: 'auth.unknown-key', reason: 'why' }])
    expect(() => waiversFrom(['some.observation=why'], [SUITE])).toThrow('an open point, which cannot fail')
  })

  it('of a group or suite is a waiver of each clause', () => {
    expect(waiversFrom(['codes=why']).map(({ clause }) => clause)).toEqual(
      CLAUSES.flatMap(({ id }) => (id.startsWith('codes.') ? [id] : [])),
    )
    expect(waiversFrom(['some=why'], [SUITE])).toEqual([{ clause: 'auth.unknown-key', reason: 'why', within: 'some' }])
  })

  it('of a group is stale only if all of its clauses pass', () => {
    const waivers = waiversFrom(['codes=why'])
    const verdicts = (verdict: string) =>
      waivers.map(({ clause: id }) => clause(id, id === 'codes.not-found' ? verdict : 'pass'))
    const reason = 'why'
    expect(statesOf(waivers, verdicts('fail'))).toEqual([{ clause: 'codes.not-found', reason, state: 'used' }])
    expect(statesOf(waivers, verdicts('skip'))).toEqual([{ clause: 'codes.not-found', reason, state: 'not judged' }])
    expect(statesOf(waivers, verdicts('pass'))).toEqual(
      waivers.map((each) => ({ clause: each.clause, reason, state: 'stale' })),
    )
  })

  it.each([
    ['fail', 'used'],
    ['pass', 'stale'],
    ['inconclusive', 'not judged'],
    ['skip', 'not judged'],
  ] as const)('of a clause with the verdict %s is %s', (verdict, state) => {
    const waiver = { clause: 'auth.unknown-key', reason: 'known' } as const
    expect(statesOf([waiver], [clause('auth.unknown-key', verdict)])).toEqual([{ ...waiver, state }])
  })
})

describe('a failure', () => {
  it.each([
    [{ level: 'must' }, { strict: false }, 'broken'],
    [{ level: 'should' }, { strict: false }, 'warning'],
    [{ level: 'should' }, { strict: true }, 'broken'],
    [{ level: 'must', waived: 'known' }, { strict: true }, 'waived'],
    [{ level: 'should', waived: 'known' }, { strict: false }, 'waived'],
  ] as const)('at %o in a run that is %o is %s', (failed, run, gravity) => {
    expect(gravityOf(failed, run)).toBe(gravity)
  })
})
