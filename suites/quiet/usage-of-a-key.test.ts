import { describe, expect, it } from 'vitest'
import type { Facts } from '../../runner/judging/check.ts'
import { verdictOf } from '../../runner/judging/handwritten-for-tests.ts'
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
} from './histories-of-meters-for-tests.ts'

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

  it("is nobody's business here where it is another account's", () => {
    const still = counting((event, meter) => !isUsageOf('B', meter) && isOwn(event, meter))
    expect(verdict(still)).toMatchObject({ verdict: 'pass' })
  })

  it('may be any shape that moves', () => {
    expect(verdict(ofA((past) => past.filter((event) => event === jobOf('A'))))).toMatchObject({ verdict: 'pass' })
    expect(verdict(ofA((past) => past.filter((event) => event === jobOf('A')).length))).toMatchObject({
      verdict: 'pass',
    })
  })

  it('may move with one of two jobs', () => {
    const once = counting((event, meter, index) =>
      isUsageOf('A', meter) ? event === jobOf('A') && index === 2 : isOwn(event, meter),
    )
    expect(verdict(once)).toMatchObject({ verdict: 'pass' })
  })

  it('is not accused of by one job alone', () => {
    const still = counting((event, meter) => !isUsageOf('A', meter) && isOwn(event, meter))
    expect(verdict(still, [NOTHING, jobOf('A'), jobOf('A2')])).toMatchObject({
      verdict: 'inconclusive',
      reason: 'GET /usage of key A did not move with one job, and no second one told whether it ever does',
    })
  })

  it('counts nothing by a time that moves by itself', () => {
    expect(verdict(ofA((past) => ({ as_of: minute(past), used: 0 })))).toMatchObject({
      verdict: 'fail',
      received: 'nothing in it moved, with 2 jobs',
    })
    const counted = ofA((past) => ({ as_of: minute(past), used: past.filter((each) => each === jobOf('A')).length }))
    expect(verdict(counted)).toMatchObject({ verdict: 'pass' })
  })

  it('may be counted by a number that moves by itself, so that nobody can tell', () => {
    expect(verdict(ofA((past) => ({ requests: past.length * 9 })))).toMatchObject({
      verdict: 'inconclusive',
      reason:
        'requests moved while this run had nothing under way, by themselves or by the doings of others, and nothing else did',
    })
  })

  // Shapes of usage are open: a number as text, as the whole body, or a list of what was asked may count jobs just as well.
  it.each<[what: string, shows: (past: readonly string[]) => unknown]>([
    ['a number as text', (past) => ({ requests: `${past.length * 9}` })],
    ['a number alone', (past) => past.length * 9],
    ['a list of requests', (past) => ({ requests: ['', ...past].map((_, index) => ({ number: index })) })],
  ])('may be counted by %s that moves by itself, too', (_, shows) => {
    expect(verdict(ofA(shows))).toMatchObject({ verdict: 'inconclusive' })
  })
})
