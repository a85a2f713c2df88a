import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { answered, verdictOf } from '../../runner/judging/handwritten-for-tests.ts'
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
import { BY_THE_CLOCK, calm, MOVED, pollsInVain, REFUSED, suspected } from './histories-of-jobs-for-tests.ts'
import {
  BODIES,
  besides,
  counting,
  isBalance,
  isOwn,
  isUsageOf,
  jobOf,
  lawful,
  NOTHING,
  watched,
} from './histories-of-meters-for-tests.ts'
import { quiet } from './index.ts'

/** The readings of one meter, by their order. */
const readingsOf = (name: string, exchanges: readonly Exchange[]) =>
  exchanges.filter(({ purpose }) => purpose.case?.startsWith(`${name}, reading`))

type Case = { passes: Exchange[]; fails: Exchange[]; expected: string | RegExp; received: string | RegExp }

const CASES: Record<string, Case> = {
  [RESTS]: {
    passes: calm(),
    fails: suspected('time', { first: MOVED }),
    expected: 'queued 2 times → running (generating) 2 times → succeeded, as polled every 100 ms and every 300 ms',
    received:
      'running (generating) 2 times → succeeded when left alone from its submission on for 2.0 s, while nothing at all happened; a second trio says the same',
  },
  [NOT_FINAL]: {
    passes: calm(),
    fails: suspected('time', { ways: BY_THE_CLOCK, first: ['succeeded'] }),
    expected: /^queued 3 times → running \(generating\) 2 times → succeeded, as polled every 100 ms/,
    received: /^succeeded when left alone from its submission on for 2\.0 s, while nothing at all happened/,
  },
  [REFUSED_POLLS]: {
    passes: [...calm(), ...pollsInVain(...REFUSED)],
    fails: [...suspected('refused polls', { first: MOVED }), ...pollsInVain(...REFUSED)],
    expected: /^queued 2 times → running \(generating\) 2 times → succeeded/,
    received: /^running \(generating\) 2 times → succeeded .* while polls of it were refused; a second trio/,
  },
  [OWN_USAGE]: {
    passes: watched(lawful),
    fails: watched(counting((event, meter) => !isUsageOf('A', meter) && isOwn(event, meter))),
    expected: 'something that moves with each job of this key',
    received: 'nothing in it moved, with 2 jobs',
  },
  [OTHER_KEY]: {
    passes: watched(lawful),
    fails: watched(besides((event, meter) => isUsageOf('A2', meter) && event === jobOf('A'))),
    expected: 'nothing that moves with the jobs of key A',
    received: 'used went 0 → 1 and 1 → 2',
  },
  [OTHER_ACCOUNT]: {
    passes: watched(lawful),
    fails: watched(besides((event, meter) => isBalance(meter) && meter.key === 'B' && event === jobOf('A2'))),
    expected: 'nothing that moves with the jobs of key A2',
    received: 'used went 0 → 1 and 1 → 2',
  },
  [REFUSALS]: {
    passes: watched(lawful),
    fails: watched(besides((event, meter) => isBalance(meter) && event === BODIES)),
    expected: 'nothing that moves with bodies that are refused',
    received: 'used went 4 → 5 and 5 → 6',
  },
}

it('has a history for every judge of the suite', () => {
  expect(Object.keys(CASES)).toEqual(quiet.checks.map(({ id }) => id))
})

describe.each(Object.entries(CASES))('%s', (id, { passes, fails, expected, received }) => {
  it('passes what keeps the law', () => {
    expect(verdictOf(check(id), passes)).toMatchObject({ verdict: 'pass', tried: expect.any(Number) })
  })

  it('names what breaks it, and how', () => {
    const like = (text: string | RegExp) => (typeof text === 'string' ? text : expect.stringMatching(text))
    expect(verdictOf(check(id), fails)).toMatchObject({
      verdict: 'fail',
      expected: like(expected),
      received: like(received),
    })
  })

  it('says nothing of a run in which nothing was watched', () => {
    const others = answered(200, { by: 'somebody', case: 'GET /usage of A, reading 1' })
    expect(verdictOf(check(id), [])).toMatchObject({ verdict: 'skip' })
    expect(verdictOf(check(id), [others])).toMatchObject({ verdict: 'skip' })
  })

  it('looks at nothing but the quiet phase', () => {
    const elsewhere = fails.map((each) => ({ ...each, purpose: { ...each.purpose, by: 'somebody' } }))
    expect(verdictOf(check(id), elsewhere)).toMatchObject({ verdict: 'skip' })
  })
})

it('shows the jobs that tell of it, of both trios', () => {
  const history = CASES[RESTS]!.fails
  const verdict = verdictOf(check(RESTS), history)
  const jobs = history.filter(({ purpose }) => purpose.part === 'submission' && !/everything/.test(purpose.case!))
  expect(jobs).toHaveLength(6)
  expect(verdict).toMatchObject({ evidence: expect.arrayContaining(jobs.map(({ n }) => n)) })
})

it('shows the readings that tell of it, before and after each job', () => {
  const history = CASES[OTHER_KEY]!.fails
  const [, before, first, second] = readingsOf('GET /usage of A2', history)
  const evidence = [before!.n, first!.n, first!.n, second!.n]
  expect(verdictOf(check(OTHER_KEY), history)).toMatchObject({
    evidence: [...new Set(evidence)],
    violations: [{ case: 'GET /usage of key A2', evidence }],
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

  it('that could not be read does not excuse another one', () => {
    const history = unreadable(CASES[OTHER_ACCOUNT]!.fails, 'GET /usage of B, reading 2')
    expect(verdictOf(check(OTHER_ACCOUNT), history)).toMatchObject({ verdict: 'fail' })
  })

  it('that is none of a question may be unreadable', () => {
    const history = unreadable(watched(lawful), 'GET /usage of B')
    expect(verdictOf(check(OWN_USAGE), history)).toMatchObject({ verdict: 'pass' })
  })

  it.each([OWN_USAGE, OTHER_KEY, OTHER_ACCOUNT, REFUSALS])('tells %s nothing where no job came to its end', (id) => {
    expect(verdictOf(check(id), watched(lawful, [NOTHING, BODIES, BODIES]))).toMatchObject({
      verdict: 'inconclusive',
      reason: 'no job came to its end while the meters were watched',
    })
  })
})
