import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered, lastTry, unanswered, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { robustness } from './index.ts'

type Answered = (by: string, twin: number) => Exchange

/** A good request, odd requests, and a good request again. */
function probed(by: string, answers: readonly Answered[]): Exchange[] {
  const twin = answered(200, { by: 'introduction' })
  return [twin, ...answers.map((answer) => answer(by, twin.n)), answered(200, { by, part: 'control', twin: twin.n })]
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

/** As many repetitions as needed, with a successful good request in between. */
const eachTime =
  (answer: Answered): Answered =>
  (by, twin) => ({ ...answer(by, twin), again: lastTry(answered(200), answered(503)) })

const CONFORMING = [200, 202, 204, 301, 400, 401, 404, 405, 406, 413, 414, 415, 422, 431].map(meets)

describe.each(robustness.checks.map((check) => [check.id, check] as const))('%s', (id, check) => {
  const verdict = (answers: readonly Answered[]) => verdictOf(check, probed(id, answers))

  it('passes any status below 500', () => {
    expect(verdict(CONFORMING)).toMatchObject({ verdict: 'pass', tried: CONFORMING.length })
  })

  it('fails 500', () => {
    expect(verdict([...CONFORMING, meets(500)])).toMatchObject({
      verdict: 'fail',
      violations: [{ case: 'an odd request' }],
    })
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
})
