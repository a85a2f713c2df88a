import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import { check, OTHER_ACCOUNT, OTHER_KEY } from './clauses-for-tests.ts'
import { besides, EVENTS, jobOf, lawful, type Shows, watched } from './histories-of-counters-for-tests.ts'
import type { Counter } from './marks.ts'

describe.each([
  { id: OTHER_KEY, own: 'A2', by: 'A', name: 'GET /usage' },
  { id: OTHER_ACCOUNT, own: 'B', by: 'A', name: 'GET /usage' },
  { id: OTHER_ACCOUNT, own: 'A', by: 'B', name: 'GET /usage' },
  { id: OTHER_ACCOUNT, own: 'B', by: 'A', name: 'GET /billing/balance' },
  { id: OTHER_ACCOUNT, own: 'A', by: 'B', name: 'GET /billing/balance' },
] as const)('$name of key $own and the jobs of key $by', ({ id, own, by, name }) => {
  const isIt = (meter: Counter) => meter.name === name && meter.key === own
  const verdict = (exchanges: Exchange[]) => verdictOf(check(id), exchanges)
  const shown =
    (shows: (past: readonly string[]) => unknown): Shows =>
    (past, meter) =>
      isIt(meter) ? shows(past) : lawful(past, meter)
  const withEachJob = besides((event, meter) => isIt(meter) && event === jobOf(by))

  it('have nothing to do with each other', () => {
    expect(verdict(watched(withEachJob))).toMatchObject({
      verdict: 'fail',
      expected: `no value that changes with the jobs of key ${by}`,
      violations: [{ case: `${name} of key ${own}` }],
    })
  })

  it('may meet by chance once', () => {
    const once = EVENTS.indexOf(jobOf(by))
    for (const index of [once, once + 1]) {
      const chance = besides((_, meter, now) => isIt(meter) && now === index)
      expect(verdict(watched(chance))).toMatchObject({ verdict: 'pass' })
    }
  })

  it('say nothing where there was one job only', () => {
    const events = EVENTS.toSpliced(EVENTS.indexOf(jobOf(by)), 1)
    expect(verdict(watched(withEachJob, events))).toMatchObject({
      verdict: 'inconclusive',
      reason: `${name} of key ${own} changed at used with one job of key ${by}; it may be chance or a delayed effect, and no two other jobs confirmed it`,
    })
  })

  it('are not told apart by what moves by itself', () => {
    const counted = shown((past) => ({ as_of: `${past.length}`, requests: past.length, log: past }))
    expect(verdict(watched(counted))).toMatchObject({ verdict: 'pass' })
  })
})

// What shows the time in minutes stands still while nothing happens, which is soon over, and moves with each longer job.
it('a clock that only moves in the course of a job is not taken for what the job moves', () => {
  const minutes = (past: readonly string[]) => past.filter((event) => event.startsWith('a job')).length
  const clock: Shows = (past, meter) => ({ ...(lawful(past, meter) as object), as_of: `12:0${minutes(past)}` })
  expect(verdictOf(check(OTHER_KEY), watched(clock))).not.toMatchObject({ verdict: 'fail' })
  expect(verdictOf(check(OTHER_ACCOUNT), watched(clock))).not.toMatchObject({ verdict: 'fail' })
})

describe('a run with fewer keys', () => {
  const verdict = (id: string, keys: readonly KeyName[], shows = lawful) =>
    verdictOf(check(id), watched(shows), { facts: { keys } })

  // The rule is asked although its drive was left out, and passes with nothing to compare.
  it.each([
    [OTHER_KEY, ['A', 'B']],
    [OTHER_ACCOUNT, ['A', 'A2']],
  ] as const)('does not pass %s with the keys %j', (id, keys) => {
    expect(verdict(id, keys)).not.toMatchObject({ verdict: 'pass' })
  })
})
