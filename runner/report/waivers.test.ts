import { describe, expect, it } from 'vitest'
import type { ClauseReport } from './report.ts'
import { gravityOf, statesOf, waiversFrom } from './waivers.ts'

const clause = (id: string, verdict: string) => ({ id, verdict }) as ClauseReport

describe('a waiver', () => {
  it('names a clause and a reason, which may hold anything', () => {
    expect(waiversFrom(['auth.unknown-key=a=b, mended in release 7'])).toEqual([
      { clause: 'auth.unknown-key', reason: 'a=b, mended in release 7' },
    ])
  })

  it.each([
    ['auth.no-such-clause=why', 'there is no clause auth.no-such-clause'],
    ['=why', 'name a clause before the ='],
    ['auth.unknown-key', 'say why'],
    ['auth.unknown-key=  ', 'say why'],
  ])('is refused as %s', (text, why) => {
    expect(() => waiversFrom([text])).toThrow(why)
  })

  it('is given once', () => {
    expect(() => waiversFrom(['auth.unknown-key=one', 'auth.unknown-key=two'])).toThrow('waived twice')
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

  it('of a clause that a filtered run leaves out is not judged', () => {
    expect(statesOf([{ clause: 'auth.unknown-key', reason: 'known' }], [])[0]!.state).toBe('not judged')
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
