import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import {
  check,
  NOT_FINAL,
  OTHER_ACCOUNT,
  OTHER_KEY,
  OWN_USAGE,
  REFUSALS,
  REFUSED_POLLS,
  RESTS,
} from './clauses-for-tests.ts'
import {
  BODIES,
  besides,
  counting,
  isBalance,
  isOwn,
  isUsageOf,
  jobOf,
  lawful,
  watched,
} from './histories-of-counters-for-tests.ts'
import { BY_THE_CLOCK, calm, MOVED, pollsInVain, REFUSED, suspected } from './histories-of-jobs-for-tests.ts'
import { quiet } from './index.ts'

type Case = { passes: Exchange[]; fails: Exchange[] }

const CASES: Record<string, Case> = {
  [RESTS]: { passes: calm(), fails: suspected('time', { first: MOVED }) },
  [NOT_FINAL]: { passes: calm(), fails: suspected('time', { ways: BY_THE_CLOCK, first: ['succeeded'] }) },
  [REFUSED_POLLS]: {
    passes: [...calm(), ...pollsInVain(...REFUSED)],
    fails: [...suspected('refused polls', { first: MOVED }), ...pollsInVain(...REFUSED)],
  },
  [OWN_USAGE]: {
    passes: watched(lawful),
    fails: watched(counting((event, meter) => !isUsageOf('A', meter) && isOwn(event, meter))),
  },
  [OTHER_KEY]: {
    passes: watched(lawful),
    fails: watched(besides((event, meter) => isUsageOf('A2', meter) && event === jobOf('A'))),
  },
  [OTHER_ACCOUNT]: {
    passes: watched(lawful),
    fails: watched(besides((event, meter) => isBalance(meter) && meter.key === 'B' && event === jobOf('A2'))),
  },
  [REFUSALS]: {
    passes: watched(lawful),
    fails: watched(besides((event, meter) => isBalance(meter) && event === BODIES)),
  },
}

it('has a history for every judge of the suite', () => {
  expect(Object.keys(CASES)).toEqual(quiet.checks.map(({ id }) => id))
})

describe.each(Object.entries(CASES))('%s', (id, { passes, fails }) => {
  it('passes a conforming server', () => {
    expect(verdictOf(check(id), passes)).toMatchObject({ verdict: 'pass', tried: expect.any(Number) })
  })

  it('fails a violation', () => {
    expect(verdictOf(check(id), fails)).toMatchObject({ verdict: 'fail' })
  })

  it('says nothing of a run in which nothing was watched', () => {
    const others = answered(200, { by: 'somebody', case: 'GET /usage of A, reading 1' })
    expect(verdictOf(check(id), [])).toMatchObject({ verdict: 'skip' })
    expect(verdictOf(check(id), [others])).toMatchObject({ verdict: 'skip' })
  })
})

describe('a meter', () => {
  const unreadable = (exchanges: Exchange[], wanted: string) =>
    exchanges.map((each) =>
      each.purpose.case?.startsWith(wanted)
        ? { ...each, answer: { status: 500, headers: [], body: '', bytes: 0 } }
        : each,
    )

  it.each([
    [OWN_USAGE, 'GET /usage of A2, reading 3'],
    [OTHER_KEY, 'GET /usage of A, reading 1'],
    [OTHER_ACCOUNT, 'GET /billing/balance of B, reading 4'],
    [REFUSALS, 'GET /billing/balance of A, reading 8'],
  ])('that could not be read leaves %s open', (id, wanted) => {
    expect(verdictOf(check(id), unreadable(watched(lawful), wanted))).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining(`${wanted}`),
    })
  })
})
