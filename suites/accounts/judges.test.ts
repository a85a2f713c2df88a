import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { idFound, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
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
import { hiddenIdIsNoJob } from './ids.ts'
import { accounts } from './index.ts'
import { otherMethodsOfForeignJobs } from './reading.ts'
import { shownToNobodyElse } from './shown-to-others.ts'

type Case = { passes: Exchange[]; fails: Exchange[] }

const CASES: Record<string, Case> = {
  [FOREIGN]: { passes: foreign(404), fails: foreign(200, job('job-1')) },
  [SHARED]: { passes: [visit(200), goodElsewhere()], fails: [visit(404), goodElsewhere()] },
  [RANDOM]: { passes: random(404), fails: random(400) },
  [NEAR]: { passes: near(HEX_ID, undefined, { id: null }), fails: near(HEX_ID, undefined, job(HEX_ID)) },
  [ALIKE]: {
    passes: alike(() => ({})),
    fails: alike(
      () => ({ body: { code: 'not_found', message: 'Not yours.' } }),
      () => ({}),
    ),
  },
  [FOREIGN_ON_A_KEPT_CONNECTION]: {
    passes: foreign(404, '', {}, FOREIGN_ON_A_KEPT_CONNECTION),
    fails: foreign(200, job('job-1'), {}, FOREIGN_ON_A_KEPT_CONNECTION),
  },
  [FOREIGN_AT_THE_END]: {
    passes: foreign(404, '', {}, FOREIGN_AT_THE_END),
    fails: foreign(200, job('job-1'), {}, FOREIGN_AT_THE_END),
  },
  [SHARED_AT_THE_END]: {
    passes: [visit(200, { by: SHARED_AT_THE_END }), goodElsewhere(200, { by: SHARED_AT_THE_END })],
    fails: [visit(404, { by: SHARED_AT_THE_END }), goodElsewhere(200, { by: SHARED_AT_THE_END })],
  },
}

it('has a history for every judge of the suite', () => {
  const others = [...otherMethodsOfForeignJobs, hiddenIdIsNoJob, shownToNobodyElse].map(({ id }) => id)
  const own = accounts.checks.map(({ id }) => id).filter((id) => !others.includes(id))
  expect(Object.keys(CASES)).toEqual(own)
})

describe.each(Object.entries(CASES))('%s', (id, { passes, fails }) => {
  it('passes a conforming server', () => {
    expect(verdictOf(check(id), passes)).toMatchObject({ verdict: 'pass' })
  })

  it('fails a violation', () => {
    const verdict = verdictOf(check(id), [idFound(), ...fails])
    expect(verdict).toMatchObject({ verdict: 'fail' })
    const violation = fails.filter(({ purpose }) => purpose.by === id && purpose.part !== 'control').at(-1)!
    expect(verdict).toMatchObject({
      evidence: expect.arrayContaining([SHARED, SHARED_AT_THE_END].includes(id) ? [fails[0]!.n] : [violation.n]),
    })
  })

  it('says nothing of a run in which nothing was asked', () => {
    expect(verdictOf(check(id), [])).toMatchObject({ verdict: 'skip' })
  })
})
