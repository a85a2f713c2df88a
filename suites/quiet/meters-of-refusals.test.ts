import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
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
} from './histories-of-counters-for-tests.ts'
import type { Counter } from './marks.ts'

describe('what is refused', () => {
  const verdict = (exchanges: Exchange[]) => verdictOf(check(REFUSALS), exchanges)
  const isMeter = (wanted: string, { name, key }: Counter) => `${name} of ${key}` === wanted
  const USAGE = 'GET /usage of A'
  const BALANCE = 'GET /billing/balance of A'
  const withBodies = (wanted: string) => besides((event, meter) => isMeter(wanted, meter) && event === BODIES)

  it.each([USAGE, BALANCE])('moves %s neither time', (wanted) => {
    expect(verdict(watched(withBodies(wanted)))).toMatchObject({ verdict: 'fail' })
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

  it('is not judged where a body was accepted that has to be refused', () => {
    const history = [...watched(withBodies(BALANCE)), ...refusedBodies(202)]
    expect(verdict(history)).toMatchObject({
      verdict: 'inconclusive',
      reason: 'an invalid body was accepted, so usage and balance may change',
    })
  })

  describe('for a lack of room', () => {
    const events = [...EVENTS, NO_ROOM, NO_ROOM]
    const costly = (wanted: string) => besides((event, meter) => isMeter(wanted, meter) && event === NO_ROOM)

    it.each([USAGE, BALANCE])('moves %s neither time', (wanted) => {
      expect(verdict(watched(lawful, events))).toMatchObject({ verdict: 'pass' })
      expect(verdict(watched(costly(wanted), events))).toMatchObject({
        verdict: 'fail',
        expected: 'no value that changes with submissions that return 429',
      })
    })
  })

  // One round says nothing for itself, and here it is passed over in silence, though something moved.
  it.each([
    ['refused bodies', BODIES, EVENTS.toSpliced(5, 1)],
    ['a 429', NO_ROOM, [...EVENTS, NO_ROOM]],
  ])('does not pass a balance that moved with the only round of %s', (_, cause, events) => {
    const moving = besides((event, meter) => isMeter(BALANCE, meter) && event === cause)
    expect(verdict(watched(moving, events))).toMatchObject({ verdict: 'inconclusive' })
  })
})
