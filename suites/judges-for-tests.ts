import { describe, expect, it } from 'vitest'
import type { Ended } from '../engine/history/entry/entries.ts'
import type { Exchange } from '../engine/history/entry/exchange.ts'
import { isObservation, type Suite } from '../engine/judge/check.ts'
import { verdictOf } from '../engine/judge/handwritten-for-tests.ts'

/** A history that a conforming server would leave, and one with a violation. */
export type Histories = { passes: Exchange[]; fails: Exchange[] }

type Given = { facts?: { dialect?: object; ended?: Ended } }

/** Tests all judges of a suite with handwritten histories. */
export function testJudges(suite: Suite, histories: Record<string, Histories>, given: Given = {}): void {
  const judges = suite.checks.filter((check) => !isObservation(check))

  it('has histories for every judge of the suite', () => {
    expect(Object.keys(histories).sort()).toEqual(judges.map(({ id }) => id).sort())
  })

  describe.each(judges.map((check) => [check.id, check, histories[check.id]!] as const))(
    '%s',
    (_, check, { passes, fails }) => {
      it('passes a conforming server', () => {
        expect(verdictOf(check, passes, given)).toMatchObject({ verdict: 'pass' })
      })

      it('fails a violation and shows it', () => {
        const verdict = verdictOf(check, fails, given)
        expect(verdict).toMatchObject({ verdict: 'fail' })
        expect(fails.map(({ n }) => n)).toEqual(expect.arrayContaining('evidence' in verdict ? verdict.evidence : [-1]))
      })

      it('skips a run in which nothing was sent', () => {
        expect(verdictOf(check, [], given)).toMatchObject({ verdict: 'skip' })
      })
    },
  )
}
