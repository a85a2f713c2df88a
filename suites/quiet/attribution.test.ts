import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import type { Facts } from '../../engine/judge/check.ts'
import { verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import {
  BODIES,
  besides,
  check,
  conforming,
  counting,
  EVENTS,
  isOwn,
  isUsageOf,
  jobOf,
  NO_CAPACITY,
  NOTHING,
  OTHER_ACCOUNT,
  OTHER_KEY,
  OWN_USAGE,
  REFUSALS,
  refusedBodies,
  type Shows,
  watched,
} from './histories-for-tests.ts'
import type { Counter } from './marks.ts'

describe('the usage of a key', () => {
  const verdict = (shows: Shows, events?: readonly string[], facts?: Partial<Omit<Facts, 'looks'>>) =>
    verdictOf(check(OWN_USAGE), watched(shows, events), facts ? { facts } : {})
  /** One key's usage shows this, and everything else is conforming. */
  const ofA =
    (shows: (past: readonly string[]) => unknown): Shows =>
    (past, counter) =>
      isUsageOf('A', counter) ? shows(past) : conforming(past, counter)
  const minute = (past: readonly string[]) => `2026-01-01T12:00:${String(past.length).padStart(2, '0')}Z`

  it('is judged for each key', () => {
    const still = counting((event, counter) => !isUsageOf('A2', counter) && isOwn(event, counter))
    expect(verdict(still)).toMatchObject({ verdict: 'fail', violations: [{ case: 'GET /usage of key A2' }] })
    expect(verdict(still, EVENTS, { keys: ['A', 'B'] })).toMatchObject({ verdict: 'pass', tried: 1 })
  })

  it('needs two jobs', () => {
    const still = counting((event, counter) => !isUsageOf('A', counter) && isOwn(event, counter))
    expect(verdict(still, [NOTHING, jobOf('A'), jobOf('A2')])).toMatchObject({
      verdict: 'inconclusive',
      reason: 'GET /usage of key A did not change with one job, and no second job confirmed it',
    })
  })

  it('is not a time that changes by itself', () => {
    expect(verdict(ofA((past) => ({ as_of: minute(past), used: 0 })))).toMatchObject({
      verdict: 'fail',
      received: 'no change after 2 jobs',
    })
    const counted = ofA((past) => ({ as_of: minute(past), used: past.filter((each) => each === jobOf('A')).length }))
    expect(verdict(counted)).toMatchObject({ verdict: 'pass' })
  })
})

describe.each([
  { id: OTHER_KEY, own: 'A2', by: 'A', name: 'GET /usage' },
  { id: OTHER_ACCOUNT, own: 'B', by: 'A', name: 'GET /usage' },
  { id: OTHER_ACCOUNT, own: 'A', by: 'B', name: 'GET /usage' },
  { id: OTHER_ACCOUNT, own: 'B', by: 'A', name: 'GET /billing/balance' },
  { id: OTHER_ACCOUNT, own: 'A', by: 'B', name: 'GET /billing/balance' },
] as const)('$name of key $own and the jobs of key $by', ({ id, own, by, name }) => {
  const isIt = (counter: Counter) => counter.name === name && counter.key === own
  const verdict = (exchanges: Exchange[]) => verdictOf(check(id), exchanges)
  const shown =
    (shows: (past: readonly string[]) => unknown): Shows =>
    (past, counter) =>
      isIt(counter) ? shows(past) : conforming(past, counter)
  const withEachJob = besides((event, counter) => isIt(counter) && event === jobOf(by))

  it('are unrelated', () => {
    expect(verdict(watched(withEachJob))).toMatchObject({
      verdict: 'fail',
      expected: `no value that changes with the jobs of key ${by}`,
      violations: [{ case: `${name} of key ${own}` }],
    })
  })

  it('may coincide once', () => {
    const once = EVENTS.indexOf(jobOf(by))
    for (const index of [once, once + 1]) {
      const chance = besides((_, counter, now) => isIt(counter) && now === index)
      expect(verdict(watched(chance))).toMatchObject({ verdict: 'pass' })
    }
  })

  it('are undecided with one job', () => {
    const events = EVENTS.toSpliced(EVENTS.indexOf(jobOf(by)), 1)
    expect(verdict(watched(withEachJob, events))).toMatchObject({
      verdict: 'inconclusive',
      reason: `${name} of key ${own} changed at used with one job of key ${by}; it may be chance or a delayed effect, and no two other jobs confirmed it`,
    })
  })

  it('are not judged by what changes by itself', () => {
    const counted = shown((past) => ({ as_of: `${past.length}`, requests: past.length, log: past }))
    expect(verdict(watched(counted))).toMatchObject({ verdict: 'pass' })
  })
})

// A time in minutes changes with longer jobs only.
it('does not take a clock that changes during a job for usage', () => {
  const minutes = (past: readonly string[]) => past.filter((event) => event.startsWith('a job')).length
  const clock: Shows = (past, counter) => ({ ...(conforming(past, counter) as object), as_of: `12:0${minutes(past)}` })
  expect(verdictOf(check(OTHER_KEY), watched(clock))).not.toMatchObject({ verdict: 'fail' })
  expect(verdictOf(check(OTHER_ACCOUNT), watched(clock))).not.toMatchObject({ verdict: 'fail' })
})

describe('a run with fewer keys', () => {
  const verdict = (id: string, keys: readonly KeyName[], shows = conforming) =>
    verdictOf(check(id), watched(shows), { facts: { keys } })

  it.each([
    [OTHER_KEY, ['A', 'B']],
    [OTHER_ACCOUNT, ['A', 'A2']],
  ] as const)('does not pass %s with the keys %j', (id, keys) => {
    expect(verdict(id, keys)).not.toMatchObject({ verdict: 'pass' })
  })
})

describe('what is refused', () => {
  const verdict = (exchanges: Exchange[]) => verdictOf(check(REFUSALS), exchanges)
  const isMeter = (wanted: string, { name, key }: Counter) => `${name} of ${key}` === wanted
  const USAGE = 'GET /usage of A'
  const BALANCE = 'GET /billing/balance of A'
  const withBodies = (wanted: string) => besides((event, counter) => isMeter(wanted, counter) && event === BODIES)

  it.each([USAGE, BALANCE])('does not change %s', (wanted) => {
    expect(verdict(watched(withBodies(wanted)))).toMatchObject({ verdict: 'fail' })
  })

  /** Beside what counts the jobs. */
  const beside = (wanted: string, more: (past: readonly string[]) => Record<string, unknown>) =>
    watched((past, counter) => ({
      ...(conforming(past, counter) as object),
      ...(isMeter(wanted, counter) && more(past)),
    }))
  const attempts = (past: readonly string[]) =>
    past.filter((event) => [BODIES, NO_CAPACITY, jobOf('A')].includes(event)).length

  it.each(['requests', 'api_calls', 'attempts', 'submissions', 'Submitted'])('may be counted as %s', (name) => {
    expect(verdict(beside(USAGE, (past) => ({ [name]: attempts(past) })))).toMatchObject({ verdict: 'pass' })
    expect(verdict(beside(USAGE, (past) => ({ [name]: { total: attempts(past) } })))).toMatchObject({
      verdict: 'pass',
    })
  })

  it.each(['credits', 'jobs', 'video_seconds'])('may not be counted as %s', (name) => {
    expect(verdict(beside(USAGE, (past) => ({ [name]: attempts(past) })))).toMatchObject({
      verdict: 'fail',
      received: expect.stringContaining(name),
    })
  })

  it('is not judged if an invalid body was accepted', () => {
    const history = [...watched(withBodies(BALANCE)), ...refusedBodies(202)]
    expect(verdict(history)).toMatchObject({
      verdict: 'inconclusive',
      reason: 'an invalid body was accepted, so usage and balance may change',
    })
  })

  describe('with 429', () => {
    const events = [...EVENTS, NO_CAPACITY, NO_CAPACITY]
    const costly = (wanted: string) => besides((event, counter) => isMeter(wanted, counter) && event === NO_CAPACITY)

    it.each([USAGE, BALANCE])('does not change %s', (wanted) => {
      expect(verdict(watched(conforming, events))).toMatchObject({ verdict: 'pass' })
      expect(verdict(watched(costly(wanted), events))).toMatchObject({
        verdict: 'fail',
        expected: 'no value that changes with submissions that return 429',
      })
    })
  })

  it.each([
    ['refused bodies', BODIES, EVENTS.toSpliced(5, 1)],
    ['a 429', NO_CAPACITY, [...EVENTS, NO_CAPACITY]],
  ])('is inconclusive if the balance changed with the only round of %s', (_, cause, events) => {
    const moving = besides((event, counter) => isMeter(BALANCE, counter) && event === cause)
    expect(verdict(watched(moving, events))).toMatchObject({ verdict: 'inconclusive' })
  })
})
