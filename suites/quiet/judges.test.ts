import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { type Histories, testJudges } from '../judges-for-tests.ts'
import { isBalance } from './counters.ts'
import {
  BODIES,
  BY_THE_CLOCK,
  besides,
  calm,
  check,
  conforming,
  counting,
  isOwn,
  isUsageOf,
  jobOf,
  MOVED,
  NOT_FINAL,
  OTHER_ACCOUNT,
  OTHER_KEY,
  OWN_USAGE,
  pollsInVain,
  REFUSALS,
  REFUSED,
  REFUSED_POLLS,
  RESTS,
  watched,
  withCause,
} from './histories-for-tests.ts'
import { quiet } from './index.ts'

const CASES: Record<string, Histories> = {
  [RESTS]: { passes: calm(), fails: withCause('time', { first: MOVED }) },
  [NOT_FINAL]: { passes: calm(), fails: withCause('time', { ways: BY_THE_CLOCK, first: ['succeeded'] }) },
  [REFUSED_POLLS]: {
    passes: [...calm(), ...pollsInVain(...REFUSED)],
    fails: [...withCause('refused polls', { first: MOVED }), ...pollsInVain(...REFUSED)],
  },
  [OWN_USAGE]: {
    passes: watched(conforming),
    fails: watched(counting((event, counter) => !isUsageOf('A', counter) && isOwn(event, counter))),
  },
  [OTHER_KEY]: {
    passes: watched(conforming),
    fails: watched(besides((event, counter) => isUsageOf('A2', counter) && event === jobOf('A'))),
  },
  [OTHER_ACCOUNT]: {
    passes: watched(conforming),
    fails: watched(besides((event, counter) => isBalance(counter) && counter.key === 'B' && event === jobOf('A2'))),
  },
  [REFUSALS]: {
    passes: watched(conforming),
    fails: watched(besides((event, counter) => isBalance(counter) && event === BODIES)),
  },
}

testJudges(quiet, CASES)

describe('a counter', () => {
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
  ])('makes %s inconclusive if it cannot be read', (id, wanted) => {
    expect(verdictOf(check(id), unreadable(watched(conforming), wanted))).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining(`${wanted}`),
    })
  })
})
