import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { verdictOf } from '../../runner/judging/handwritten-for-tests.ts'
import type { KeyName } from '../../runner/keys/recipes.ts'
import { check, OTHER_ACCOUNT, OTHER_KEY } from './clauses-for-tests.ts'
import { besides, EVENTS, isUsageOf, jobOf, lawful, type Shows, watched } from './histories-of-meters-for-tests.ts'
import type { Meter } from './marks.ts'

describe.each([
  { id: OTHER_KEY, own: 'A2', by: 'A', name: 'GET /usage' },
  { id: OTHER_KEY, own: 'A', by: 'A2', name: 'GET /usage' },
  { id: OTHER_ACCOUNT, own: 'B', by: 'A', name: 'GET /usage' },
  { id: OTHER_ACCOUNT, own: 'B', by: 'A2', name: 'GET /usage' },
  { id: OTHER_ACCOUNT, own: 'A', by: 'B', name: 'GET /usage' },
  { id: OTHER_ACCOUNT, own: 'A2', by: 'B', name: 'GET /usage' },
  { id: OTHER_ACCOUNT, own: 'B', by: 'A', name: 'GET /billing/balance' },
  { id: OTHER_ACCOUNT, own: 'A', by: 'B', name: 'GET /billing/balance' },
] as const)('$name of key $own and the jobs of key $by', ({ id, own, by, name }) => {
  const isIt = (meter: Meter) => meter.name === name && meter.key === own
  const verdict = (exchanges: Exchange[]) => verdictOf(check(id), exchanges)
  const shown =
    (shows: (past: readonly string[]) => unknown): Shows =>
    (past, meter) =>
      isIt(meter) ? shows(past) : lawful(past, meter)
  const withEachJob = besides((event, meter) => isIt(meter) && event === jobOf(by))

  it('have nothing to do with each other', () => {
    expect(verdict(watched(withEachJob))).toMatchObject({
      verdict: 'fail',
      expected: `nothing that moves with the jobs of key ${by}`,
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
      reason: `${name} of key ${own} moved at used with one job of key ${by}, and no two others told whether it was by chance, or by what its own key had asked for before`,
    })
  })

  it('may move at different places by chance', () => {
    const elsewhere = shown((past) => Object.fromEntries(past.map((_, index) => [`place ${index}`, 1])))
    expect(verdict(watched(elsewhere))).toMatchObject({ verdict: 'pass' })
  })

  it('are not told apart by what moves by itself', () => {
    const counted = shown((past) => ({ as_of: `${past.length}`, requests: past.length, log: past }))
    expect(verdict(watched(counted))).toMatchObject({ verdict: 'pass' })
  })

  it('are one where a list grows with each job', () => {
    const grown = shown((past) => ({ jobs: past.filter((event) => event === jobOf(by)) }))
    expect(verdict(watched(grown))).toMatchObject({ verdict: 'fail', received: expect.stringMatching(/^jobs\.0 went/) })
  })
})

describe('what all keys of the account used together', () => {
  const jobsOf = (past: readonly string[], ...keys: KeyName[]) =>
    past.filter((event) => keys.some((key) => event === jobOf(key))).length
  const ofA =
    (shows: (past: readonly string[]) => unknown): Shows =>
    (past, meter) =>
      isUsageOf('A', meter) ? shows(past) : lawful(past, meter)
  const verdict = (shows: (past: readonly string[]) => unknown, id = OTHER_KEY) =>
    verdictOf(check(id), watched(ofA(shows)))

  it('may stand beside what this one used', () => {
    const both = (past: readonly string[]) => ({ total: jobsOf(past, 'A', 'A2'), key: { jobs: jobsOf(past, 'A') } })
    expect(verdict(both)).toMatchObject({ verdict: 'pass' })
  })

  it.each<[what: string, shows: (past: readonly string[]) => unknown]>([
    ['alone', (past) => ({ total: jobsOf(past, 'A', 'A2') })],
    ['beside what no job moves', (past) => ({ total: jobsOf(past, 'A', 'A2'), failed: 0 })],
    [
      'of something that is not counted for this one',
      (past) => ({ seconds: 5 * jobsOf(past, 'A', 'A2'), jobs: jobsOf(past, 'A') }),
    ],
  ])('is not what it used: %s', (_, shows) => {
    expect(verdict(shows)).toMatchObject({ verdict: 'fail', expected: 'nothing that moves with the jobs of key A2' })
  })

  it('holds no job of another account', () => {
    const both = (past: readonly string[]) => ({ total: jobsOf(past, 'A', 'A2', 'B'), jobs: jobsOf(past, 'A') })
    expect(verdict(both, OTHER_ACCOUNT)).toMatchObject({ verdict: 'fail' })
  })
})

// What shows the time in minutes stands still while nothing happens, which is soon over, and moves with each longer job.
it('a clock that only moves in the course of a job is not taken for what the job moves', () => {
  const minutes = (past: readonly string[]) => past.filter((event) => event.startsWith('a job')).length
  const clock: Shows = (past, meter) => ({ ...(lawful(past, meter) as object), as_of: `12:0${minutes(past)}` })
  expect(verdictOf(check(OTHER_KEY), watched(clock))).not.toMatchObject({ verdict: 'fail' })
  expect(verdictOf(check(OTHER_ACCOUNT), watched(clock))).not.toMatchObject({ verdict: 'fail' })
})

it("the usage of another key of the account is compared with that account's jobs alone", () => {
  const foreign = besides((event, meter) => isUsageOf('A', meter) && event === jobOf('B'))
  expect(verdictOf(check(OTHER_KEY), watched(foreign))).toMatchObject({ verdict: 'pass' })
  expect(verdictOf(check(OTHER_ACCOUNT), watched(foreign))).toMatchObject({ verdict: 'fail' })
})

describe('a run with fewer keys', () => {
  const verdict = (id: string, keys: readonly KeyName[], shows = lawful) =>
    verdictOf(check(id), watched(shows), { facts: { keys } })

  it('looks at the meters of the keys that it has', () => {
    const shared = besides((event, meter) => isUsageOf('A2', meter) && event === jobOf('B'))
    expect(verdict(OTHER_ACCOUNT, ['A', 'A2', 'B'], shared)).toMatchObject({ verdict: 'fail' })
    expect(verdict(OTHER_ACCOUNT, ['A', 'B'], shared)).toMatchObject({ verdict: 'pass', tried: 4 })
  })

  // The rule is asked although its drive was left out, and passes with nothing to compare.
  it.each([
    [OTHER_KEY, ['A', 'B']],
    [OTHER_ACCOUNT, ['A', 'A2']],
  ] as const)('does not pass %s with the keys %j', (id, keys) => {
    expect(verdict(id, keys)).not.toMatchObject({ verdict: 'pass' })
  })
})
