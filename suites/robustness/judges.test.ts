import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { answered, gap, lastTry, unanswered, verdictOf } from '../../runner/judging/handwritten-for-tests.ts'
import { robustness } from './index.ts'

type Answered = (by: string, twin: number) => Exchange

/** A good request, odd ones, and a good one again. */
function probed(by: string, answers: readonly Answered[], after = 200): Exchange[] {
  const twin = answered(200, { by: 'introduction' })
  return [twin, ...answers.map((answer) => answer(by, twin.n)), answered(after, { by, part: 'control', twin: twin.n })]
}

const oddly = (by: string, twin: number) => ({ by, twin, case: 'an odd request' })
const meets =
  (status: number): Answered =>
  (by, twin) =>
    answered(status, oddly(by, twin))
const breaks =
  (kind: 'reset' | 'timeout' | 'malformed'): Answered =>
  (by, twin) =>
    unanswered(kind, oddly(by, twin))

/** Tried again as often as it is, with a good request in between that was answered. */
const eachTime =
  (answer: Answered): Answered =>
  (by, twin) => ({ ...answer(by, twin), again: lastTry(answered(200), answered(503)) })

type Case = { passes: (by: string) => Exchange[]; fails: (by: string) => Exchange[] }

const LAWFUL = [200, 202, 204, 301, 400, 401, 404, 405, 406, 413, 414, 415, 422, 431].map(meets)

const CASES: Record<string, Case> = {
  'robustness.hostile-bodies': {
    passes: (by) => probed(by, LAWFUL),
    fails: (by) => probed(by, [...LAWFUL, meets(500)]),
  },
  'robustness.hostile-requests': {
    passes: (by) => probed(by, LAWFUL),
    fails: (by) => probed(by, [...LAWFUL, meets(500)]),
  },
}

it('has a history for every judge of the suite', () => {
  expect(Object.keys(CASES)).toEqual(robustness.checks.map(({ id }) => id))
})

describe.each(Object.entries(CASES))('%s', (id, { passes, fails }) => {
  const check = robustness.checks.find((each) => each.id === id)!
  const verdict = (answers: readonly Answered[], after?: number) => verdictOf(check, probed(id, answers, after))

  it('passes what keeps the law: any answer below 500', () => {
    expect(verdictOf(check, passes(id))).toMatchObject({ verdict: 'pass', tried: LAWFUL.length })
  })

  it('names what breaks it', () => {
    const history = fails(id)
    expect(verdictOf(check, history)).toMatchObject({
      verdict: 'fail',
      expected: 'a status below 500',
      received: '500 with an empty body',
      evidence: [history[0]!.n, history.at(-2)!.n],
      violations: [{ case: 'an odd request' }],
    })
  })

  it.each([500, 501, 505, 520, 599])('accuses of %i while good requests are answered', (status) => {
    expect(verdict([meets(status)])).toMatchObject({ verdict: 'fail' })
  })

  it.each<[what: string, answer: Answered]>([
    ['502', meets(502)],
    ['503', meets(503)],
    ['504', meets(504)],
    ['a reset', breaks('reset')],
    ['a timeout', breaks('timeout')],
    ['an answer that is no HTTP', breaks('malformed')],
  ])('accuses of %s only if it comes each time', (_, answer) => {
    expect(verdict([meets(400), answer])).toMatchObject({ verdict: 'inconclusive' })
    expect(verdict([meets(400), eachTime(answer)])).toMatchObject({ verdict: 'fail', tried: 2 })
  })

  it('forgets a gateway that was in the way once', () => {
    const twin = answered(200, { by: 'introduction' })
    const first = answered(502, oddly(id, twin.n))
    const again = answered(400, { ...oddly(id, twin.n), again: { attempts: [first.n] } })
    const control = answered(200, { by: id, part: 'control' })
    expect(verdictOf(check, [twin, first, again, control])).toMatchObject({ verdict: 'pass', tried: 1 })
  })

  it('says nothing of 429', () => {
    expect(verdict([meets(400), meets(429)])).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('1 of 2 cases'),
    })
  })

  it('accuses nobody where good requests fail afterwards as well, or were never seen to succeed', () => {
    expect(verdict([meets(500)], 500)).toMatchObject({ verdict: 'inconclusive' })
    const [twin, ...others] = fails(id)
    const broken = { ...twin!, answer: { ...twin!.answer!, status: 500 } }
    expect(verdictOf(check, [broken, ...others])).toMatchObject({ verdict: 'inconclusive' })
  })

  it('accuses nobody of what nobody controlled', () => {
    expect(verdictOf(check, fails(id).slice(0, -1))).toMatchObject({ verdict: 'inconclusive' })
  })

  it('does not pass a server that the odd requests have brought down', () => {
    expect(verdict(LAWFUL, 500)).toMatchObject({ verdict: 'inconclusive' })
  })

  it('says why, where nothing was tried', () => {
    expect(verdictOf(check, [])).toMatchObject({ verdict: 'skip' })
    const gaps = [gap(id, 'POST /videos', 'no job could be had')]
    expect(verdictOf(check, [], { gaps })).toMatchObject({
      verdict: 'skip',
      reason: 'POST /videos: no job could be had',
    })
  })
})
