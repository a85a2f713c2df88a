import { describe, expect, it } from 'vitest'
import type { Facts } from '../../engine/judge/check.ts'
import { verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { check, OWN_USAGE } from './clauses-for-tests.ts'
import {
  counting,
  EVENTS,
  isOwn,
  isUsageOf,
  jobOf,
  lawful,
  NOTHING,
  type Shows,
  watched,
} from './histories-of-counters-for-tests.ts'

describe('the usage of a key', () => {
  const verdict = (shows: Shows, events?: readonly string[], facts?: Partial<Omit<Facts, 'looks'>>) =>
    verdictOf(check(OWN_USAGE), watched(shows, events), facts ? { facts } : {})
  /** One key's usage shows this, and everything else is lawful. */
  const ofA =
    (shows: (past: readonly string[]) => unknown): Shows =>
    (past, meter) =>
      isUsageOf('A', meter) ? shows(past) : lawful(past, meter)
  const minute = (past: readonly string[]) => `2026-01-01T12:00:${String(past.length).padStart(2, '0')}Z`

  it('is judged for each key of the account by itself', () => {
    const still = counting((event, meter) => !isUsageOf('A2', meter) && isOwn(event, meter))
    expect(verdict(still)).toMatchObject({ verdict: 'fail', violations: [{ case: 'GET /usage of key A2' }] })
    expect(verdict(still, EVENTS, { keys: ['A', 'B'] })).toMatchObject({ verdict: 'pass', tried: 1 })
  })

  it('is not accused of by one job alone', () => {
    const still = counting((event, meter) => !isUsageOf('A', meter) && isOwn(event, meter))
    expect(verdict(still, [NOTHING, jobOf('A'), jobOf('A2')])).toMatchObject({
      verdict: 'inconclusive',
      reason: 'GET /usage of key A did not change with one job, and no second job confirmed it',
    })
  })

  it('counts nothing by a time that moves by itself', () => {
    expect(verdict(ofA((past) => ({ as_of: minute(past), used: 0 })))).toMatchObject({
      verdict: 'fail',
      received: 'no change after 2 jobs',
    })
    const counted = ofA((past) => ({ as_of: minute(past), used: past.filter((each) => each === jobOf('A')).length }))
    expect(verdict(counted)).toMatchObject({ verdict: 'pass' })
  })
})
