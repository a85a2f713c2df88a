import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { check, REFUSED_POLLS } from './clauses-for-tests.ts'
import { BY_THE_CLOCK, calm, MOVED, pollsInVain, REFUSED, suspected } from './histories-of-jobs-for-tests.ts'

describe('polls that are refused', () => {
  const verdict = (...exchanges: Exchange[]) => verdictOf(check(REFUSED_POLLS), exchanges)
  const notRefused = { verdict: 'inconclusive', reason: 'the polls without a valid key were not refused' }

  it.each([
    ['one of them was let through', [401, 200, 401, 404]],
    ['none was tried', []],
  ])('say nothing where %s', (_, statuses) => {
    expect(verdict(...calm(), ...pollsInVain(...statuses))).toMatchObject(notRefused)
  })

  it('move a job whose twins agree, and one that is final at once while its twins were seen in several states', () => {
    const refused = pollsInVain(...REFUSED)
    const moved = { verdict: 'fail', violations: [{ case: 'while polls of it were refused' }] }
    expect(verdict(...suspected('refused polls', { first: MOVED }), ...refused)).toMatchObject(moved)
    const atOnce = { ways: BY_THE_CLOCK, first: ['succeeded'] }
    expect(verdict(...suspected('refused polls', atOnce), ...refused)).toMatchObject(moved)
    const once = { ...atOnce, second: ['generating', 'succeeded'] }
    expect(verdict(...suspected('refused polls', once), ...refused)).toMatchObject({ verdict: 'inconclusive' })
  })

  // The verdict falls before it is asked whether the polls were refused at all.
  it('are not accused where they were let through, which other clauses judge', () => {
    const history = [...suspected('refused polls', { first: MOVED }), ...pollsInVain(401, 401, 401, 200)]
    expect(verdict(...history)).toMatchObject(notRefused)
  })
})
