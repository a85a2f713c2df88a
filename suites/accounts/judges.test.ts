import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { idFound, verdictOf } from '../../runner/judging/handwritten-for-tests.ts'
import { hiddenIdIsNoJob } from './hidden-ids.ts'
import {
  ALIKE,
  alike,
  check,
  FOREIGN,
  FOREIGN_AT_THE_END,
  FOREIGN_ON_A_KEPT_CONNECTION,
  foreign,
  goodElsewhere,
  HEX_ID,
  job,
  NEAR,
  near,
  RANDOM,
  random,
  SHARED,
  SHARED_AT_THE_END,
  visit,
} from './histories-for-tests.ts'
import { accounts } from './index.ts'
import { otherMethodsOfForeignJobs } from './other-methods.ts'
import { shownToNobodyElse } from './shown-to-others.ts'

type Case = { passes: Exchange[]; fails: Exchange[]; expected: string | RegExp; received: string | RegExp }

const CASES: Record<string, Case> = {
  [FOREIGN]: {
    passes: foreign(404),
    fails: foreign(200, job('job-1')),
    expected: /^404 \(unless GATECHECK_OTHER_ACCOUNT_KEY/,
    received: /^200 .*"id":"job-1"/,
  },
  [SHARED]: {
    passes: [visit(200), goodElsewhere()],
    fails: [visit(404), goodElsewhere()],
    expected: /^2xx \(unless GATECHECK_SAME_ACCOUNT_KEY/,
    received: '404 with an empty body',
  },
  [RANDOM]: {
    passes: random(404),
    fails: random(400),
    expected: '404',
    received: '400 with an empty body',
  },
  [NEAR]: {
    passes: near(HEX_ID, undefined, { id: null }),
    fails: near(HEX_ID, undefined, job(HEX_ID)),
    expected: 'no job',
    received: /^200 .*"running"/,
  },
  [ALIKE]: {
    passes: alike(() => ({})),
    fails: alike(
      () => ({ body: { code: 'not_found', message: 'Not yours.' } }),
      () => ({}),
    ),
    expected: /^as an unknown id: 404/,
    received: /which differs in body\.message$/,
  },
  [FOREIGN_ON_A_KEPT_CONNECTION]: {
    passes: foreign(404, '', {}, FOREIGN_ON_A_KEPT_CONNECTION),
    fails: foreign(200, job('job-1'), {}, FOREIGN_ON_A_KEPT_CONNECTION),
    expected: /^404 \(unless GATECHECK_OTHER_ACCOUNT_KEY/,
    received: /^200 .*"id":"job-1"/,
  },
  [FOREIGN_AT_THE_END]: {
    passes: foreign(404, '', {}, FOREIGN_AT_THE_END),
    fails: foreign(200, job('job-1'), {}, FOREIGN_AT_THE_END),
    expected: /^404 \(unless GATECHECK_OTHER_ACCOUNT_KEY/,
    received: /^200 .*"id":"job-1"/,
  },
  [SHARED_AT_THE_END]: {
    passes: [visit(200, { by: SHARED_AT_THE_END }), goodElsewhere(200, { by: SHARED_AT_THE_END })],
    fails: [visit(404, { by: SHARED_AT_THE_END }), goodElsewhere(200, { by: SHARED_AT_THE_END })],
    expected: /^2xx \(unless GATECHECK_SAME_ACCOUNT_KEY/,
    received: '404 with an empty body',
  },
}

it('has a history for every judge of the suite', () => {
  const others = [...otherMethodsOfForeignJobs, hiddenIdIsNoJob, shownToNobodyElse].map(({ id }) => id)
  const own = accounts.checks.map(({ id }) => id).filter((id) => !others.includes(id))
  expect(Object.keys(CASES)).toEqual(own)
})

describe.each(Object.entries(CASES))('%s', (id, { passes, fails, expected, received }) => {
  it('passes what keeps the law', () => {
    expect(verdictOf(check(id), passes)).toMatchObject({ verdict: 'pass' })
  })

  it('names what breaks it', () => {
    const like = (text: string | RegExp) => (typeof text === 'string' ? text : expect.stringMatching(text))
    const verdict = verdictOf(check(id), [idFound(), ...fails])
    expect(verdict).toMatchObject({ verdict: 'fail', expected: like(expected), received: like(received) })
    const violation = fails.filter(({ purpose }) => purpose.by === id && purpose.part !== 'control').at(-1)!
    expect(verdict).toMatchObject({
      evidence: expect.arrayContaining([SHARED, SHARED_AT_THE_END].includes(id) ? [fails[0]!.n] : [violation.n]),
    })
  })

  it('says nothing of a run in which nothing was asked', () => {
    expect(verdictOf(check(id), [])).toMatchObject({ verdict: 'skip' })
  })
})
