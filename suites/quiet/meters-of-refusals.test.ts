import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { verdictOf } from '../../runner/judging/handwritten-for-tests.ts'
import { check, REFUSALS } from './clauses-for-tests.ts'
import {
  BODIES,
  besides,
  EVENTS,
  jobOf,
  lawful,
  NO_ROOM,
  refusedBodies,
  watched,
} from './histories-of-meters-for-tests.ts'
import type { Meter } from './marks.ts'

describe('what is refused', () => {
  const verdict = (exchanges: Exchange[]) => verdictOf(check(REFUSALS), exchanges)
  const isMeter = (wanted: string, { name, key }: Meter) => `${name} of ${key}` === wanted
  const USAGE = 'GET /usage of A'
  const BALANCE = 'GET /billing/balance of A'
  const withBodies = (wanted: string) => besides((event, meter) => isMeter(wanted, meter) && event === BODIES)

  it.each([USAGE, BALANCE])('moves %s neither time', (wanted) => {
    expect(verdict(watched(withBodies(wanted)))).toMatchObject({ verdict: 'fail' })
  })

  it.each(['GET /usage of A2', 'GET /usage of B', 'GET /billing/balance of B'])(
    'is for other clauses where it moves %s',
    (wanted) => {
      expect(verdict(watched(withBodies(wanted)))).toMatchObject({ verdict: 'pass' })
    },
  )

  it.each([5, 6])('may move a balance by chance once', (index) => {
    expect(EVENTS[index]).toBe(BODIES)
    const once = besides((_, meter, now) => isMeter(BALANCE, meter) && now === index)
    expect(verdict(watched(once))).toMatchObject({ verdict: 'pass' })
  })

  /** Beside what counts the jobs. */
  const beside = (wanted: string, more: (past: readonly string[]) => Record<string, unknown>) =>
    watched((past, meter) => ({
      ...(lawful(past, meter) as object),
      ...(isMeter(wanted, meter) && more(past)),
    }))
  const attempts = (past: readonly string[]) =>
    past.filter((event) => [BODIES, NO_ROOM, jobOf('A')].includes(event)).length

  it.each(['requests', 'api_calls', 'attempts', 'submissions', 'Submitted'])(
    'may be counted as %s, which are not paid for',
    (name) => {
      expect(verdict(beside(USAGE, (past) => ({ [name]: attempts(past) })))).toMatchObject({ verdict: 'pass' })
      expect(verdict(beside(USAGE, (past) => ({ [name]: { total: attempts(past) } })))).toMatchObject({
        verdict: 'pass',
      })
    },
  )

  it.each(['credits', 'jobs', 'video_seconds'])('may not be counted as %s', (name) => {
    expect(verdict(beside(USAGE, (past) => ({ [name]: attempts(past) })))).toMatchObject({
      verdict: 'fail',
      received: expect.stringContaining(name),
    })
  })

  it('may be counted by what does not move with jobs, in usage, but not in a balance', () => {
    const declined = (past: readonly string[]) => ({ declined: past.filter((event) => event === BODIES).length })
    expect(verdict(beside(USAGE, declined))).toMatchObject({ verdict: 'pass' })
    expect(verdict(beside(BALANCE, declined))).toMatchObject({ verdict: 'fail' })
  })

  it('may be counted by what moves with the jobs of other keys alone', () => {
    const elsewhere = (past: readonly string[]) => ({
      others: past.filter((event) => [BODIES, jobOf('A2')].includes(event)).length,
    })
    expect(verdict(beside(USAGE, elsewhere))).toMatchObject({ verdict: 'pass' })
  })

  it('may be counted by what moves by itself', () => {
    const asOf = (past: readonly string[]) => ({ as_of: past.length })
    expect(verdict([...beside(BALANCE, asOf)])).toMatchObject({ verdict: 'pass' })
  })

  it('is not judged where a body was accepted that has to be refused', () => {
    const history = [...watched(withBodies(BALANCE)), ...refusedBodies(202)]
    expect(verdict(history)).toMatchObject({
      verdict: 'inconclusive',
      reason: 'a body was accepted that has to be refused, so the meters may well move',
    })
  })

  it('is not judged where nothing was', () => {
    expect(verdict(watched(withBodies(BALANCE)).filter(({ request }) => request.method === 'GET'))).toMatchObject({
      verdict: 'inconclusive',
      reason: 'no body was refused while the meters were watched',
    })
  })

  describe('for a lack of room', () => {
    const events = [...EVENTS, NO_ROOM, NO_ROOM]
    const costly = (wanted: string) => besides((event, meter) => isMeter(wanted, meter) && event === NO_ROOM)

    it.each([USAGE, BALANCE])('moves %s neither time', (wanted) => {
      expect(verdict(watched(lawful, events))).toMatchObject({ verdict: 'pass' })
      expect(verdict(watched(costly(wanted), events))).toMatchObject({
        verdict: 'fail',
        expected: 'nothing that moves with what is answered 429',
      })
    })

    it('may meet a balance that moves by chance', () => {
      const chance = besides((_, meter, now) => isMeter(BALANCE, meter) && now === events.length - 1)
      expect(verdict(watched(chance, events))).toMatchObject({ verdict: 'pass' })
    })

    it('is not accused of by one time alone', () => {
      expect(verdict(watched(costly(BALANCE), events.slice(0, -1)))).not.toMatchObject({ verdict: 'fail' })
    })
  })

  // One round says nothing for itself, and here it is passed over in silence, though something moved.
  it.each([
    ['refused bodies', BODIES, EVENTS.toSpliced(5, 1)],
    ['a lack of room', NO_ROOM, [...EVENTS, NO_ROOM]],
  ])('does not pass a balance that moved with the only round of %s', (_, cause, events) => {
    const moving = besides((event, meter) => isMeter(BALANCE, meter) && event === cause)
    expect(verdict(watched(moving, events))).toMatchObject({ verdict: 'inconclusive' })
  })
})
